using AzurePerf.Core.Executions;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Simulation.Ports;
using AzurePerf.Storage.Executions;
using AzurePerf.Testing.PlugIn;
using AzurePerf.Testing.Time;

namespace AzurePerf.Simulation.Workloads;

/// <summary>What is known of the bags' classes before a simulation begins, so that the adaptive limit has a curve: most executions took half a heartbeat, a few took four.</summary>
internal static class KnownDurations
{
    /// <summary>Names what was known before; no process writes such a batch.</summary>
    public const string Batch = "before";

    private static readonly ExperimentCatalogue Experiments = new([.. BuiltInExperiments.All, SamplePipeline.Definition]);

    public static void Plant(ControlAccount account, Workload workload, DateTimeOffset origin, TimeSpan heartbeat)
    {
        var (short_, long_) = (ExecutionStatistics.OfSuccess(heartbeat / 2), ExecutionStatistics.OfSuccess(heartbeat * 4));
        var seen = Enumerable.Repeat(short_, 40).Concat(Enumerable.Repeat(long_, 8)).Aggregate(ExecutionStatistics.Empty, (sum, next) => sum.Plus(next));
        var hour = HourlyStatistics.HourOf(origin.AddHours(-3));
        var known = workload.Requests.SelectMany(request => ClassesOf(request.Spec)).Distinct().Select(taskClass => new HourlyStatistics(taskClass, hour, seen));
        ControlAccount.Now(new ExecutionStatisticsStore(account.Stores.Rows, new FakeTimeProvider()).AddAsync([.. known], Batch, CancellationToken.None));
    }

    private static IEnumerable<TaskClass> ClassesOf(RunSpec spec) => Experiments.Find(spec.Experiment) is { IsBag: true } definition
        ? RunPlanner.BindStages(definition, spec).Stages().Select(stage => TaskClass.For(spec.Experiment, stage.Name, stage.Levels ?? []))
        : [];
}
