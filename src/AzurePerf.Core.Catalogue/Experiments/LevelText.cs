using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Experiments;

/// <summary>Values of parameters for people: tool, portal and documents show the same.</summary>
public static class LevelText
{
    private const int ShortCharacters = 64;

    /// <summary>"1 MiB", "4", "write", or of a list "1 MiB, 8 MiB"; "-" for none and for an empty text.</summary>
    /// <param name="value">A number, a word, a text or a list of them.</param>
    /// <param name="unit">Of the parameter.</param>
    public static string Of(JsonNode? value, string unit) => value switch
    {
        null => "-",
        JsonArray levels => string.Join(", ", levels.Select(level => Of(level, unit))),
        _ when NumberOf(value) is { } number => NumberFormat.Parameter(number, unit),
        _ => value.ToString() is { Length: > 0 } text ? text : "-",
    };

    /// <summary>A text as a sentence or a narrow table has room for it: its first 64 characters and "..." where there are more.</summary>
    public static string Shortened(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var end = ShortCharacters - (text.Length > ShortCharacters && char.IsHighSurrogate(text[ShortCharacters - 1]) ? 1 : 0);
        return text.Length <= ShortCharacters ? text : text[..end] + "...";
    }

    /// <summary>"4 clients, entityBytes 4 KiB", "read, fileBytes 64 MiB"; empty where no factor is named.</summary>
    /// <param name="parameters">Of the experiment, and the factors that stages found; empty where nobody knows it.</param>
    /// <param name="levels">A configuration.</param>
    /// <param name="named">Factors to name; null for all.</param>
    public static string Of(
        IReadOnlyList<ParameterDefinition> parameters, JsonObject levels, IReadOnlyCollection<string>? named = null)
    {
        ArgumentNullException.ThrowIfNull(levels);
        return string.Join(", ", levels.Where(level => named is null || named.Contains(level.Key)).Select(level =>
            level.Value is { } value && parameters.FirstOrDefault(parameter => parameter.Name == level.Key) is { } factor
                ? With(factor, value)
                : $"{level.Key} {level.Value?.ToString() ?? "-"}"));
    }

    /// <summary>A level with its factor: "4 clients", "entityBytes 4 KiB"; a word stands alone.</summary>
    public static string With(ParameterDefinition factor, JsonNode level)
    {
        ArgumentNullException.ThrowIfNull(factor);
        ArgumentNullException.ThrowIfNull(level);
        return NumberOf(level) is not { } number ? level.ToString()
            : factor.Name == LevelColumns.Clients ? NumberFormat.Counted((long)number, "client")
            : $"{factor.Name} {Of(level, factor.Unit)}";
    }

    /// <summary>A value that is a number, whatever it was read from; null for any other.</summary>
    public static double? NumberOf(JsonNode? value) => value?.GetValueKind() == JsonValueKind.Number
        ? double.Parse(value.ToJsonString(), NumberStyles.Float, CultureInfo.InvariantCulture)
        : null;
}
