using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Stages;

namespace AzurePerf.UnitTests.Experiments.Texts;

/// <summary>An experiment that is told texts: a long one, which it judges, and a short one.</summary>
internal sealed record TextStages : PipelineOptions
{
    public const string Id = "text.stages";

    [Parameter("Where the tiles are.", MostCharacters = ParameterDefinition.LongestText, Example = "polygon 8 47, 9 47, 9 48")]
    public string Area { get; init; } = "";

    [Parameter("The first day.", MostCharacters = 10, Example = "2024-06-01")]
    public string From { get; init; } = "2024-01-01";

    [Parameter("Tasks.", Minimum = 1, Maximum = 100)]
    public int Tasks { get; init; } = 1;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.OfStages<TextStages>(
        Id, "Text stages", "Can it be told texts?", "Made for tests", Preset.Of(Preset.Quick, 1, new { area = "h18v04", tasks = 2 }));

    public override IReadOnlyList<StagePlan> Stages() => [new("work", StageShape.Bag, "text.work") { Tasks = Tasks }];

    public override IEnumerable<ParameterFault> Faults() => Area.Length == 0 ? [new("area", "names no place")] : [];
}
