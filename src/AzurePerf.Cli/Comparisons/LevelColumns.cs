using System.Text.Json.Nodes;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;

namespace AzurePerf.Cli.Comparisons;

/// <summary>The factors of compared points as columns: those that vary, and the clients.</summary>
internal sealed class LevelColumns
{
    private readonly FactorText _text;

    /// <param name="text">Of the experiment.</param>
    /// <param name="points">Their levels.</param>
    public LevelColumns(FactorText text, IReadOnlyList<JsonObject> points)
    {
        _text = text;
        All = [.. points.SelectMany(levels => levels.Select(level => level.Key)).Distinct()];
        Varying = [.. All.Where(name =>
            name == FactorText.Clients || points.Select(levels => levels[name]?.ToJsonString()).Distinct().Count() > 1)];
    }

    /// <summary>Every factor.</summary>
    public IReadOnlyList<string> All { get; }

    public IReadOnlyList<string> Varying { get; }

    public IEnumerable<TextColumn> Columns() => _text.Columns(Varying);

    public IEnumerable<string> Cells(JsonObject levels) => _text.Cells(Varying, levels);

    /// <summary>"4 clients, blobBytes 1 MiB".</summary>
    public string Words(JsonObject levels) => _text.Join(levels, Varying);
}
