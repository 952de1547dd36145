using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Targets;

namespace AzurePerf.Testing.PlugIn;

/// <summary>
/// A pipeline of three stages: things are drawn, each is cut into as many parts as its product says, and one task joins what the parts
/// brought.
/// </summary>
public sealed record SamplePipeline : PipelineOptions
{
    public const string Id = "sample.pipeline";
    public const string Draw = "draw";
    public const string Cut = "cut";
    public const string Join = "join";

    [Parameter("Things that are drawn.", Minimum = 1, Maximum = 10_000)]
    public int Things { get; init; } = 3;

    [Parameter("Parts that each is cut into at most; 0 for none.", Minimum = 0, Maximum = 1_000)]
    public int MostParts { get; init; } = 3;

    [Parameter("What becomes of a run whose things have no parts.")]
    public NoParts NoParts { get; init; }

    [Parameter("What a part that fails for good gives up.")]
    public FailureReach PartGivesUp { get; init; }

    public override TargetKind? Target => AccountTarget.Kind;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.OfStages<SamplePipeline>(
        Id, "Sample pipeline", "Is the next stage planned from what the one before brought?", "Made for tests", new Preset(Preset.Quick, 1, new() { ["things"] = 3 })) with
    {
        Metrics = [new("parts", "parts of a thing", "parts", Quantity.Count, HigherIsBetter: true) { Read = MetricSources.OfValue("parts") }],
        FoundFactors = [new("thing", "Which thing, from 0.", ParameterKind.Integer, "", 0, null, [], 0, Factor: true)],
        Sections = SectionsOf,
    };

    /// <summary>What it says of a run beyond its points.</summary>
    private static IReadOnlyList<ReportSection> SectionsOf(MeasuredLevels measured)
    {
        var parts = measured.Levels.Sum(thing => thing.MedianOf(Definition.Metrics[0]) ?? 0);
        return [new() { Id = "joined", Title = "Joined", Notes = [string.Create(CultureInfo.InvariantCulture, $"{measured.Levels.Count} things were cut into {parts} parts")] }];
    }

    // recipe: stages
    public override IReadOnlyList<StagePlan> Stages() =>
    [
        new(Draw, StageShape.Bag, "sample.draw") { Tasks = Things, Expected = TimeSpan.FromSeconds(1) },
        new(Cut, StageShape.Bag, "sample.cut")
        {
            Follows = [Draw], Expected = TimeSpan.FromSeconds(0.1), TouchesTarget = true, Load = CutLoad, Orders = CutOrders, MayBeEmpty = NoParts != NoParts.EndRun,
            GivesUp = PartGivesUp, Fold = () => new PartsFold(),
        },
        new(Join, StageShape.Bag, "sample.join") { Follows = [Cut], Orders = JoinOrders, MayBeEmpty = NoParts == NoParts.Skip },
    ];

    private async IAsyncEnumerable<string> CutOrders(IStageProducts products)
    {
        await foreach (var product in products.OfAsync(Draw))
        {
            var parts = JsonDocument.Parse(product.Result).RootElement.GetProperty("parts").GetInt32();
            for (var part = 0; part < parts; part++)
            {
                yield return string.Create(CultureInfo.InvariantCulture, $"{product.Task}/{part}");
            }
        }
    }

    // end
    /// <summary>What cutting a part does to the target.</summary>
    public static TaskLoad CutLoad { get; } = new("blob", Requests: 2, Bytes: 10);

    /// <summary>What a task of the pipeline brings.</summary>
    /// <param name="stage">Its name.</param>
    /// <param name="task">Its number.</param>
    /// <param name="order">What it is told.</param>
    public string ProductOf(string stage, int task, string order) => stage switch
    {
        Draw => JsonSerializer.Serialize(new { parts = PartsOf(task) }),
        Cut => JsonSerializer.Serialize(new { of = order, value = task }),
        _ => JsonSerializer.Serialize(new { joined = order }),
    };

    /// <summary>The orders of the second stage when all of the first brought their products.</summary>
    public IEnumerable<string> ExpectedCuts() =>
        Enumerable.Range(0, Things).SelectMany(thing => Enumerable.Range(0, PartsOf(thing)).Select(part => string.Create(CultureInfo.InvariantCulture, $"{thing}/{part}")));

    private int PartsOf(int thing) => MostParts == 0 ? 0 : 1 + (thing % MostParts);

    /// <summary>A point for each thing: into how many parts it was cut.</summary>
    private sealed class PartsFold : IStageFold
    {
        private readonly SortedDictionary<int, int> _parts = [];

        public void Add(TaskProduct product)
        {
            var thing = int.Parse(JsonDocument.Parse(product.Result).RootElement.GetProperty("of").GetString()!.Split('/')[0], CultureInfo.InvariantCulture);
            _parts[thing] = _parts.GetValueOrDefault(thing) + 1;
        }

        public IReadOnlyList<StagePoint> End() =>
            [.. _parts.Select(part => new StagePoint(new() { ["thing"] = part.Key }, 1, new() { Values = [new("parts", "", part.Value)], Flags = [], ElapsedSeconds = 0 }))];
    }

    private async IAsyncEnumerable<string> JoinOrders(IStageProducts products)
    {
        var parts = await products.OfAsync(Cut).CountAsync();
        if (parts > 0 || NoParts != NoParts.Skip)
        {
            yield return string.Create(CultureInfo.InvariantCulture, $"{parts} parts");
        }
    }
}

/// <summary>What becomes of a run of the sample pipeline that has nothing to cut.</summary>
public enum NoParts
{
    /// <summary>It fails.</summary>
    EndRun,

    /// <summary>Its empty stage closes, and a task joins nothing.</summary>
    Join,

    /// <summary>Both stages close without a task.</summary>
    Skip,
}
