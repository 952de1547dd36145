using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Runs;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Benchmarks.Pipeline;

/// <summary>A request for images that both sides make: tiles next to each other over days, a picture of each period.</summary>
/// <param name="Days">From <see cref="First"/> on.</param>
internal sealed record PipelineRequest(int Days)
{
    public const string Product = "MOD11A1";
    public const int Coarseness = 10;
    public const int DaysOfPeriod = 10;

    private const int WestmostTile = 14;
    private const int NorthmostTile = 7;
    private const int Columns = 8;
    private const int Rows = 4;

    public static DateOnly First { get; } = new(2024, 1, 25);

    public IEnumerable<TileNumber> TileNumbers =>
        from row in Enumerable.Range(NorthmostTile, Rows)
        from column in Enumerable.Range(WestmostTile, Columns)
        select new TileNumber(column, row);

    /// <summary>Tasks of all stages: a listing for each day, a download and a reprojection for each day and tile, an aggregation for each period and tile, a picture for each period,
    /// and the manifest.</summary>
    public int Tasks => Days + (2 * Days * Columns * Rows) + (Periods * Columns * Rows) + Periods + 1;

    private int Periods => (Days + DaysOfPeriod - 1) / DaysOfPeriod;

    public RunSpec Spec => new()
    {
        Experiment = ModisPipelineOptions.Definition.Id,
        Scale = "custom",
        Target = "default",
        Parameters = new JsonObject
        {
            ["product"] = Product,
            ["area"] = string.Join(' ', TileNumbers.Select(tile => string.Create(CultureInfo.InvariantCulture, $"h{tile.Horizontal:00}v{tile.Vertical:00}"))),
            ["from"] = First.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
            ["days"] = Days,
            ["aggregateDays"] = DaysOfPeriod,
        },
        Repetitions = 1,
        Seed = 1,
    };

    /// <summary>What the tasks of both sides are told.</summary>
    public ModisPipelineOptions Options => (ModisPipelineOptions)RunPlanner.BindStages(ModisPipelineOptions.Definition, Spec);
}
