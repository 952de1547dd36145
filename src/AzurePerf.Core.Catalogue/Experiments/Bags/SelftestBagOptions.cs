using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Experiments.Stages;

namespace AzurePerf.Core.Experiments.Bags;

/// <summary>Tasks that do nothing but take time, fail or end their worker, to test the engine itself.</summary>
public sealed record SelftestBagOptions : PipelineOptions
{
    [Parameter("Tasks of each bag.", Unit = "tasks", Minimum = 1, Maximum = StagePlan.MostTasks)]
    public int Tasks { get; init; } = 100;

    [Parameter("Bags, one after the other.", Minimum = 1, Maximum = 10)]
    public int Bags { get; init; } = 1;

    [Parameter("Duration of an ordinary execution.", Unit = "ms", Maximum = 3_600_000)]
    public int TaskMilliseconds { get; init; } = 100;

    [Parameter("Share of executions that take longer by the slow factor.", Maximum = 1)]
    public double SlowShare { get; init; }

    [Parameter("How many times longer a slow execution takes.", Minimum = 1, Maximum = 1_000)]
    public double SlowFactor { get; init; } = 6;

    [Parameter("Share of executions that fail.", Maximum = 1)]
    public double FailureShare { get; init; }

    [Parameter("Share of executions that end their worker process at once, as a crash does.", Maximum = 1)]
    public double CrashShare { get; init; }

    [Parameter("Number of a task of each bag, from 0, that ends its worker process whenever it is executed; -1 for none.",
        Minimum = -1, Maximum = StagePlan.MostTasks - 1)]
    public int PoisonTask { get; init; } = -1;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.OfStages<SelftestBagOptions>(
        "selftest.bag",
        "Selftest of the engine",
        "Does every task of a bag end exactly once, whatever fails?",
        "Hill et al. 2011, section 5, whose 3 million task executions met every one of these failures",
        Preset.Of(Preset.Reduced, 1, new { tasks = 1_000, bags = 2, taskMilliseconds = 50, slowShare = 0.05, failureShare = 0.05 }),
        Preset.Of(Preset.Quick, 1, new { tasks = 20, taskMilliseconds = 10 }));

    [JsonIgnore]
    public override bool IsHarmful => true;

    [JsonIgnore]
    public override bool IsHidden => true;

    public override IReadOnlyList<StagePlan> Stages() =>
        [.. Enumerable.Range(1, Bags).Select(number => new StagePlan($"bag {number}", StageShape.Bag, Definition.Id)
    {
        Tasks = Tasks,
        Expected = TimeSpan.FromMilliseconds(TaskMilliseconds),
        Levels = Durations(),
    })];

    public override IEnumerable<ParameterFault> Faults()
    {
        if (SlowShare + FailureShare + CrashShare > 1)
        {
            yield return new(
                "slowShare", "together with failureShare and crashShare must not exceed 1: each execution is one of these or ordinary");
        }
    }

    private JsonObject Durations() => SlowShare == 0
        ? new() { ["taskMilliseconds"] = TaskMilliseconds }
        : new() { ["taskMilliseconds"] = TaskMilliseconds, ["slowShare"] = SlowShare, ["slowFactor"] = SlowFactor };
}
