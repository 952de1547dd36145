using System.Text.Json.Nodes;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;

namespace AzurePerf.Cli.Comparisons;

/// <summary>The factors of compared points as columns: those that vary, and the clients.</summary>
internal sealed class LevelColumns
{
    private readonly string _experiment;

    public LevelColumns(string experiment, IReadOnlyList<JsonObject> points)
    {
        _experiment = experiment;
        All = [.. points.SelectMany(levels => levels.Select(level => level.Key)).Distinct()];
        Varying = [.. All.Where(name =>
            name == FactorText.Clients || points.Select(levels => levels[name]?.ToJsonString()).Distinct().Count() > 1)];
    }

    /// <summary>Every factor.</summary>
    public IReadOnlyList<string> All { get; }

    public IReadOnlyList<string> Varying { get; }

    public IEnumerable<TextColumn> Columns() =>
        Varying.Select(name => new TextColumn(FactorText.Heading(name), FactorText.IsNumber(_experiment, name)));

    public IEnumerable<string> Cells(JsonObject levels) => Varying.Select(name => FactorText.Value(_experiment, name, levels[name]));

    /// <summary>"clients 4, blobBytes 1 MiB".</summary>
    public string Words(JsonObject levels) => FactorText.Join(_experiment, levels.Where(level => Varying.Contains(level.Key)));
}
