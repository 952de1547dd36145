using System.Globalization;
using System.Text;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;

namespace AzurePerf.UnitTests.Docs;

/// <summary>The tables of the documents that are made from the catalogue.</summary>
internal static class ExperimentTables
{
    private static readonly RunSpecReader Reader = new(Shipped.Experiments, Shipped.Targets("default", "sql:database"), new SeededIdSource(1));

    private static readonly (long Bytes, string Name)[] Units =
        [(1_000_000_000, "GB"), (1_000_000, "MB"), (1L << 50, "PiB"), (1L << 40, "TiB"), (1L << 30, "GiB"), (1L << 20, "MiB"), (1L << 10, "KiB")];

    /// <summary>Series, and the experiment that each repeats.</summary>
    public static readonly IReadOnlyDictionary<string, string> Repeated = new Dictionary<string, string>
    {
        ["compute.intervals"] = "compute.correlation",
        ["rpc.cv"] = "rpc.throughput",
        ["sql.availability"] = "sql.single",
        ["tcp.intervals"] = "tcp.bandwidth",
        ["tcp.series"] = "tcp.bandwidth",
    };

    /// <summary>Pages that leave some of their parameters to the page of another experiment, which has them in the same words.</summary>
    public static readonly IReadOnlyDictionary<string, string> SaidBy = new Dictionary<string, string>(Repeated)
    {
        ["blob.upload"] = "blob.download",
        ["disk.warm"] = "disk.mark",
        ["sql.scale"] = "sql.single",
        ["table.delete"] = "table.insert",
    };

    private const int DefaultCell = 2;

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

    /// <summary>What presets of most experiments have in common, of most on storage, and of most series.</summary>
    private static readonly string[][] UsualRows = Usual(Shipped.Experiments.All);

    private static readonly string[][] UsualRowsOfStorage = UsualOnlyOf(IsOnStorage);

    private static readonly string[][] UsualRowsOfSeries = UsualOnlyOf(IsSeries);

    /// <summary>One line per experiment: a link to its page, what it measures, and the first publication; the page has them all.</summary>
    public static string Index(IEnumerable<ExperimentDefinition> definitions) => string.Concat(definitions.Select(
        definition => $"- [{definition.Id}]({definition.Id}.md): {definition.Title}; {definition.Source.Split(';')[0]}\n"));

    /// <summary>One row per parameter that several experiments have, with the default that most of them have; those of every experiment first.</summary>
    public static string Shared() => Table(SharedRows);

    /// <summary>One row per parameter, in the order of the form, without those that the index lists in the same words, or the page of
    /// <see cref="SaidBy"/>, and only the default where that alone differs from the index. Empty when none is left.</summary>
    public static string Parameters(ExperimentDefinition definition)
    {
        var said = SaidBy.TryGetValue(definition.Id, out var other) ? Shipped.Experiments.Find(other)!.Parameters.Select(Row) : [];
        string[][] elsewhere = [.. SharedRows, .. said];
        string[][] rows = [.. definition.Parameters.Select(Row).Where(row => !elsewhere.Any(row.SequenceEqual)).Select(OnlyDefault)];
        return rows.Length > 0 ? Table(rows) : "";
    }

    /// <summary>One row per parameter that the presets of most experiments set to the same values, then those of most on storage and of
    /// most series, which say so.</summary>
    public static string SharedPresets()
    {
        var table = new MarkdownTable(["Preset", .. Shipped.Experiments.All[0].Presets.Select(preset => $"`{preset.Name}`")]);
        string[][] rows = [.. UsualRows, .. Marked(UsualRowsOfStorage, "storage"), .. Marked(UsualRowsOfSeries, "series")];
        foreach (var row in rows)
        {
            table.Add(row);
        }

        return table.ToString();
    }

    /// <summary>One row per parameter whose values are not those that presets share, or its default where they share none; the number of
    /// points where it is not that of the repetitions.</summary>
    public static string Presets(ExperimentDefinition definition)
    {
        var table = new MarkdownTable(["[Preset](README.md#shared-presets)", .. definition.Presets.Select(preset => $"`{preset.Name}`")]);
        string[][] usual =
            [.. UsualRows, .. IsOnStorage(definition) ? UsualRowsOfStorage : [], .. IsSeries(definition) ? UsualRowsOfSeries : []];
        foreach (var (row, isDefault) in PresetRows(definition))
        {
            if (Array.Find(usual, other => other[0] == row[0]) is { } shared ? !shared.SequenceEqual(row) : !isDefault)
            {
                table.Add(row);
            }
        }

        if (definition.Presets.Any(preset => preset.RepeatEverySeconds > 0))
        {
            table.Add(["repeatEverySeconds", .. definition.Presets.Select(preset => Number(preset.RepeatEverySeconds))]);
        }

        // One that only makes something measures no points.
        if (definition.Metrics.Count > 0 && definition.Presets.Any(preset => CountPoints(definition, preset) != preset.Repetitions))
        {
            table.Add(["points", .. definition.Presets.Select(preset => Number(CountPoints(definition, preset)))]);
        }

        return table.ToString();
    }

    private static bool IsOnStorage(ExperimentDefinition definition) => definition.Target == AccountTarget.Kind;

    private static bool IsSeries(ExperimentDefinition definition) => Repeated.ContainsKey(definition.Id);

    private static IEnumerable<string[]> Marked(string[][] rows, string mark) =>
        rows.Select(row => (string[])[$"{row[0]} ({mark})", .. row[1..]]);

    /// <summary>The rows that more than half of the experiments have, without those that leave a parameter at its default.</summary>
    private static string[][] Usual(IReadOnlyCollection<ExperimentDefinition> definitions) =>
    [
        .. definitions.SelectMany(PresetRows).Where(row => !row.IsDefault)
            .GroupBy(row => string.Join('|', row.Cells))
            .Where(same => same.Count() * 2 > definitions.Count)
            .Select(same => same.First().Cells),
    ];

    /// <summary>The rows that more than half of some experiments have, without those of parameters that most of all share.</summary>
    private static string[][] UsualOnlyOf(Func<ExperimentDefinition, bool> some) =>
        [.. Usual([.. Shipped.Experiments.All.Where(some)]).Where(row => Array.TrueForAll(UsualRows, usual => usual[0] != row[0]))];

    /// <summary>The values of each parameter in the presets, in the order of the form, and whether all are its default; last the
    /// repetitions.</summary>
    private static IEnumerable<(string[] Cells, bool IsDefault)> PresetRows(ExperimentDefinition definition)
    {
        foreach (var parameter in definition.Parameters)
        {
            var values = definition.Presets
                .Select(preset => Levels(preset.Parameters[parameter.Name] ?? parameter.Default, parameter)).ToArray();
            var usual = Levels(parameter.Default, parameter);
            yield return ([$"`{parameter.Name}`", .. values], Array.TrueForAll(values, value => value == usual));
        }

        yield return (["repetitions", .. definition.Presets.Select(preset => Number(preset.Repetitions))], false);
    }

    private static string Table(IEnumerable<string[]> rows)
    {
        var table = new MarkdownTable("Parameter, factor*", "Values", "Default", "Meaning");
        foreach (var row in rows)
        {
            table.Add(row);
        }

        return table.ToString();
    }

    // Names end in their unit.
    private static string[] Row(ParameterDefinition parameter) =>
        [$"`{parameter.Name}`{(parameter.Factor ? "*" : "")}", Values(parameter), Value(parameter.Default, parameter), parameter.Description];

    /// <summary>The row with its default alone, when that is all in which it differs from that of the index.</summary>
    private static string[] OnlyDefault(string[] row) =>
        SharedRows.Any(load => load.Zip(row).Where((_, cell) => cell != DefaultCell).All(cells => cells.First == cells.Second))
            ? [row[0], "", row[DefaultCell], "[shared](README.md#shared-parameters)"]
            : row;

    private static int CountPoints(ExperimentDefinition definition, Preset preset)
    {
        var request = new JsonObject { ["experiment"] = definition.Id, ["preset"] = preset.Name };
        var reading = Reader.Read(Encoding.UTF8.GetBytes(request.ToJsonString()));
        return RunPlanner.Plan(definition, reading.Spec ?? throw new InvalidOperationException($"preset {preset.Name} of {definition.Id} is not valid")).Points.Count;
    }

    private static string Values(ParameterDefinition parameter) => parameter.Kind switch
    {
        ParameterKind.Choice => string.Join(", ", parameter.Choices),
        ParameterKind.Text => $"text, at most {Number(parameter.MostCharacters!.Value)} characters" + (parameter.Example is { } example ? $", such as `{example}`" : ""),
        _ => $"{Amount(parameter.Minimum!.Value, parameter)} to {Amount(parameter.Maximum!.Value, parameter)}{(parameter.Kind == ParameterKind.Number ? ", decimals" : "")}",
    };

    private static string Levels(JsonNode value, ParameterDefinition parameter) =>
        value is JsonArray levels ? string.Join(", ", levels.Select(level => Value(level!, parameter))) : Value(value, parameter);

    private static string Value(JsonNode value, ParameterDefinition parameter) => parameter.Kind switch
    {
        ParameterKind.Choice => value.GetValue<string>(),
        ParameterKind.Text => value.GetValue<string>() is { Length: > 0 } text ? $"`{text}`" : "empty",
        _ => Amount(double.Parse(value.ToJsonString(), CultureInfo.InvariantCulture), parameter),
    };

    // As it may be written in a request: large sizes with their unit.
    private static string Amount(double number, ParameterDefinition parameter)
    {
        var text = number == Math.Floor(number) ? ((long)number).ToString(CultureInfo.InvariantCulture) : Number(number);
        var (bytes, name) = Array.Find(Units, unit => parameter.Unit == "B" && number >= unit.Bytes && number % unit.Bytes == 0);
        return name is null ? text : Number(number / bytes) + name;
    }

    private static string Number(double number) => number.ToString(CultureInfo.InvariantCulture);
}
