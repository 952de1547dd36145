using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Experiments;

/// <summary>One experiment with its parameters and presets.</summary>
internal static class ExperimentReport
{
    private const int ChoicesPerLine = 3;

    public static string Table(ExperimentResponse experiment, Sheet sheet)
    {
        IEnumerable<string> lines =
        [
            sheet.Bold($"{experiment.Id} - {experiment.Title}"),
            .. sheet.Wrap(experiment.Summary, indent: ""),
            .. sheet.Wrap("published in: " + experiment.Source),
            "",
            .. Parameters(experiment).Lines(sheet),
            "",
            .. experiment.Parameters.SelectMany(parameter => sheet.Wrap(Description(parameter), parameter.Name + ": ")),
            "",
            .. experiment.Presets.SelectMany(preset => Describe(preset, sheet)),
        ];
        return string.Concat(lines.Select(line => line + "\n"));
    }

    public static string Csv(ExperimentResponse experiment)
    {
        var csv = new CsvText("parameter", "kind", "unit", "minimum", "maximum", "choices", "default", "levels", "description",
            "mostCharacters", "example");
        foreach (var parameter in experiment.Parameters)
        {
            csv.Add(
                parameter.Name, Word(parameter.Kind), parameter.Unit, parameter.Minimum, parameter.Maximum,
                string.Join(' ', parameter.Choices),
                Scalar(parameter.Default), parameter.Factor, parameter.Description, parameter.MostCharacters, parameter.Example);
        }

        return csv.ToString();
    }

    private static TextTable Parameters(ExperimentResponse experiment)
    {
        var table = new TextTable(
            new("parameter"), new("values"), new("unit"), new("default", RightAligned: true), new("levels"));
        foreach (var parameter in experiment.Parameters)
        {
            var values = Values(parameter).ToArray();
            table.Add(
                parameter.Name, values[0], parameter.Unit, LevelText.Shortened(Scalar(parameter.Default)),
                parameter.Factor ? "several" : "one");
            foreach (var more in values.Skip(1))
            {
                table.Add("", more, "", "", "");
            }
        }

        return table;
    }

    /// <summary>On one line, or on several where a choice has many words.</summary>
    private static IEnumerable<string> Values(ParameterDefinition parameter) => parameter.Kind switch
    {
        ParameterKind.Choice => parameter.Choices.Chunk(ChoicesPerLine).Select(choices => string.Join(", ", choices)),
        ParameterKind.Text => [string.Create(CultureInfo.InvariantCulture, $"text, at most {parameter.MostCharacters} characters")],
        _ => [string.Create(CultureInfo.InvariantCulture,
            $"{parameter.Minimum} to {parameter.Maximum}{(parameter.Kind == ParameterKind.Number ? ", decimals" : "")}")],
    };

    /// <summary>What it is, and how a text may look.</summary>
    private static string Description(ParameterDefinition parameter) =>
        parameter.Description + (parameter.Example is { } example ? $" Such as {parameter.Name}='{example}'." : "");

    private static IEnumerable<string> Describe(Preset preset, Sheet sheet) => sheet.Wrap(
        string.Create(CultureInfo.InvariantCulture,
            $"{preset.Repetitions} repetitions{(preset.RepeatEverySeconds > 0 ? $" every {preset.RepeatEverySeconds} s" : "")}, "
                + $"{string.Join(", ", preset.Parameters.Select(parameter => parameter.Key + "=" + Levels(parameter.Value)))}"),
        $"preset {preset.Name}: ");

    private static string Levels(JsonNode? value) => value is JsonArray levels ? string.Join(',', levels.Select(Scalar)) : Scalar(value);

    private static string Scalar(JsonNode? value) =>
        value?.GetValueKind() == JsonValueKind.String ? value.GetValue<string>() : value?.ToJsonString() ?? "";

    private static string Word(ParameterKind kind) => kind.ToString().ToLowerInvariant();
}
