using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Texts;

namespace AzurePerf.Web.Experiments;

/// <summary>Parameters in words.</summary>
internal static class ParameterText
{
    /// <summary>One value, or a list separated by commas: "1 MiB, 8 MiB".</summary>
    public static string Value(ParameterDefinition parameter, JsonNode? value) => LevelText.Of(value, parameter.Unit);

    /// <summary>What it accepts: "1 B to 1 TiB", "none or file".</summary>
    public static string Range(ParameterDefinition parameter) => parameter.Kind == ParameterKind.Choice
        ? string.Join(" or ", parameter.Choices)
        : $"{NumberFormat.Parameter(parameter.Minimum!.Value, parameter.Unit)} to "
            + $"{NumberFormat.Parameter(parameter.Maximum!.Value, parameter.Unit)}";

    /// <summary>What kind of value it is, in the words of the docs.</summary>
    public static string Kind(ParameterDefinition parameter) => parameter.Kind switch
    {
        ParameterKind.Choice => "word",
        ParameterKind.Integer => "whole number",
        _ => "number",
    };
}
