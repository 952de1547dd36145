using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Texts;

namespace AzurePerf.Web.Experiments;

/// <summary>Parameters in words.</summary>
internal static class ParameterText
{
    /// <summary>One value, or a list separated by commas: "1 MiB, 8 MiB".</summary>
    public static string Value(ParameterDefinition parameter, JsonNode? value) => LevelText.Of(value, parameter.Unit);

    /// <summary>Its name as words: "Blob size (B)", "Operation timeout (s)", "Operations per client".</summary>
    public static string Label(ParameterDefinition parameter)
    {
        var (name, unit) = parameter.Name switch
        {
            [.. var stem, 'B', 'y', 't', 'e', 's'] => (stem + "Size", " (B)"),
            var rate when rate.EndsWith("PerSecond", StringComparison.Ordinal) => (rate, ""),
            [.. var stem, 'S', 'e', 'c', 'o', 'n', 'd', 's'] => (stem, " (s)"),
            [.. var stem, 'P', 'e', 'r', 'c', 'e', 'n', 't'] => (stem, " (%)"),
            "snps" => ("SNPs", ""),
            var plain => (plain, parameter.Unit is "B" or "s" ? $" ({parameter.Unit})" : ""),
        };
        var words = name == "SNPs"
            ? name
            : string.Concat(name.Select(letter => char.IsUpper(letter) ? " " + char.ToLowerInvariant(letter) : letter.ToString()));
        return Sentence.Start(words) + unit;
    }

    /// <summary>What it accepts: "1 B to 1 TiB", "none or file", "at most 4,000 characters, such as h18v04 h19v04".</summary>
    public static string Range(ParameterDefinition parameter) => parameter.Kind switch
    {
        ParameterKind.Choice => string.Join(" or ", parameter.Choices),
        ParameterKind.Text => $"at most {NumberFormat.Counted(parameter.MostCharacters!.Value, "character")}"
            + (parameter.Example is { } example ? $", such as {example}" : ""),
        _ => $"{NumberFormat.Parameter(parameter.Minimum!.Value, parameter.Unit)} to "
            + $"{NumberFormat.Parameter(parameter.Maximum!.Value, parameter.Unit)}",
    };

    /// <summary>What kind of value it is, in the words of the docs.</summary>
    public static string Kind(ParameterDefinition parameter) => parameter.Kind switch
    {
        ParameterKind.Choice => "word",
        ParameterKind.Integer => "whole number",
        ParameterKind.Text => "text",
        _ => "number",
    };
}
