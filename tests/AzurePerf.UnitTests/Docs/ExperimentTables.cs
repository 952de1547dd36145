using System.Globalization;
using System.Text;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;

namespace AzurePerf.UnitTests.Docs;

/// <summary>The tables of the documents that are made from the catalogue.</summary>
internal static class ExperimentTables
{
    private static readonly RunSpecReader Reader = new(Shipped.Experiments, Shipped.Targets("default"), new SeededIdSource(1));

    private static readonly (long Bytes, string Name)[] Units =
        [(1_000_000_000, "GB"), (1_000_000, "MB"), (1L << 50, "PiB"), (1L << 40, "TiB"), (1L << 30, "GiB"), (1L << 20, "MiB"), (1L << 10, "KiB")];

    /// <summary>Series, and the experiment that each repeats.</summary>
    public static readonly IReadOnlyDictionary<string, string> Repeated = new Dictionary<string, string>
    {
        ["compute.intervals"] = "compute.correlation",
        ["rpc.cv"] = "rpc.throughput",
        ["tcp.intervals"] = "tcp.bandwidth",
        ["tcp.series"] = "tcp.bandwidth",
    };

    private const int DefaultCell = 3;

    /// <summary>Experiments that must have a parameter in the same words for the index to list it instead of their pages.</summary>
    private const int Several = 3;

    private static readonly string[][] SharedRows =
    [
        .. Shipped.Experiments.All.Where(definition => !Repeated.ContainsKey(definition.Id)).SelectMany(definition => definition.Parameters)
            .GroupBy(parameter => (parameter.Name, parameter.Description))
            .Where(same => same.Count() >= Several)
            .OrderByDescending(same => same.Count() == Shipped.Experiments.All.Count - Repeated.Count)
            .Select(same => same.Select(Row).GroupBy(row => string.Join('|', row)).MaxBy(rows => rows.Count())!.First()),
    ];

    /// <summary>One row per experiment, with a link to its page, which has the question.</summary>
    public static string Index(IEnumerable<ExperimentDefinition> definitions)
    {
        var table = new MarkdownTable("Experiment", "Measures", "First published");
        foreach (var definition in definitions)
        {
            table.Add($"[{definition.Id}]({definition.Id}.md)", definition.Title, definition.Source);
        }

        return table.ToString();
    }

    /// <summary>One row per parameter that several experiments have, with the default that most of them have; those of every experiment first.</summary>
    public static string Shared() => Table(SharedRows);

    /// <summary>One row per parameter, in the order of the form, without those that the index lists in the same words, or the one that
    /// this one repeats, and only the default where that alone differs from the index. Empty when none is left.</summary>
    public static string Parameters(ExperimentDefinition definition)
    {
        string[][] said = [.. SharedRows, .. Repeated.TryGetValue(definition.Id, out var other) ? Shipped.Experiments.Find(other)!.Parameters.Select(Row) : []];
        string[][] rows = [.. definition.Parameters.Select(Row).Where(row => !said.Any(row.SequenceEqual)).Select(OnlyDefault)];
        return rows.Length > 0 ? Table(rows) : "";
    }

    /// <summary>One row per parameter that a preset sets to another value than its default.</summary>
    public static string Presets(ExperimentDefinition definition)
    {
        var table = new MarkdownTable(["Parameter", .. definition.Presets.Select(preset => $"`{preset.Name}`")]);
        foreach (var parameter in definition.Parameters.Where(parameter => definition.Presets.Any(preset => Levels(preset.Parameters[parameter.Name] ?? parameter.Default, parameter) != Levels(parameter.Default, parameter))))
        {
            table.Add([$"`{parameter.Name}`", .. definition.Presets.Select(preset => Levels(preset.Parameters[parameter.Name] ?? parameter.Default, parameter))]);
        }

        table.Add(["repetitions", .. definition.Presets.Select(preset => Number(preset.Repetitions))]);
        if (definition.Presets.Any(preset => preset.RepeatEverySeconds > 0))
        {
            table.Add(["repeatEverySeconds", .. definition.Presets.Select(preset => Number(preset.RepeatEverySeconds))]);
        }

        table.Add(["points", .. definition.Presets.Select(preset => Number(CountPoints(definition, preset)))]);
        return table.ToString();
    }

    private static string Table(IEnumerable<string[]> rows)
    {
        var table = new MarkdownTable("Parameter", "Values", "Unit", "Default", "Factor", "Meaning");
        foreach (var row in rows)
        {
            table.Add(row);
        }

        return table.ToString();
    }

    private static string[] Row(ParameterDefinition parameter) =>
        [$"`{parameter.Name}`", Values(parameter), parameter.Unit, Value(parameter.Default, parameter), parameter.Factor ? "yes" : "", parameter.Description];

    /// <summary>The row with its default alone, when that is all in which it differs from that of the index.</summary>
    private static string[] OnlyDefault(string[] row) =>
        SharedRows.Any(load => load.Zip(row).Where((_, cell) => cell != DefaultCell).All(cells => cells.First == cells.Second))
            ? [row[0], "", "", row[DefaultCell], "", "[shared](README.md#shared-parameters)"]
            : row;

    private static int CountPoints(ExperimentDefinition definition, Preset preset)
    {
        var request = new JsonObject { ["experiment"] = definition.Id, ["preset"] = preset.Name };
        var reading = Reader.Read(Encoding.UTF8.GetBytes(request.ToJsonString()));
        return RunPlanner.Plan(definition, reading.Spec ?? throw new InvalidOperationException($"preset {preset.Name} of {definition.Id} is not valid")).Points.Count;
    }

    private static string Values(ParameterDefinition parameter) => parameter.Kind == ParameterKind.Choice
        ? string.Join(", ", parameter.Choices)
        : $"{Amount(parameter.Minimum!.Value, parameter)} to {Amount(parameter.Maximum!.Value, parameter)}{(parameter.Kind == ParameterKind.Number ? ", decimals" : "")}";

    private static string Levels(JsonNode value, ParameterDefinition parameter) =>
        value is JsonArray levels ? string.Join(", ", levels.Select(level => Value(level!, parameter))) : Value(value, parameter);

    private static string Value(JsonNode value, ParameterDefinition parameter) => parameter.Kind == ParameterKind.Choice
        ? value.GetValue<string>()
        : Amount(double.Parse(value.ToJsonString(), CultureInfo.InvariantCulture), parameter);

    // As it may be written in a request: large sizes with their unit.
    private static string Amount(double number, ParameterDefinition parameter)
    {
        var text = number == Math.Floor(number) ? ((long)number).ToString(CultureInfo.InvariantCulture) : Number(number);
        var (bytes, name) = Array.Find(Units, unit => parameter.Unit == "B" && number >= unit.Bytes && number % unit.Bytes == 0);
        return name is null ? text : Number(number / bytes) + name;
    }

    private static string Number(double number) => number.ToString(CultureInfo.InvariantCulture);
}
