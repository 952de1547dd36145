using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Targets.Sql;
using AzurePerf.Core.Tasks;
using AzurePerf.Probes;
using AzurePerf.Probes.Targets;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.Tasks;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Stages;
using AzurePerf.Worker.Targets;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Worker;

public sealed class PrepareStageTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_heartbeat_tells_how_many_rows_of_about_how_many_are_made_and_before_them_how_many_datasets()
    {
        var time = new FakeTimeProvider();
        using var execution = new CurrentExecution(SampleTask.In(BenchmarkTaskStatus.Running), new("id", "receipt", ""), time, Cancelled);
        var seen = new List<(string Phase, long Done, long Planned)>();
        var probe = new LoadingSetup(() => seen.Add(Seen(execution.Describe())));
        var stage = new PrepareStage(
            new([new(SqlScaleOptions.Definition.SelectProbe(new SqlScaleOptions()).Probe, (_, _) => probe)]),
            new ResourceStore(new InMemoryControlPlane(time).Rows),
            new TargetSilenceMonitor(new HeartbeatTrigger(), time, NullLogger<TargetSilenceMonitor>.Instance));

        await stage.RunAsync(execution, ContextOf("""{ "experiment": "sql.scale", "parameters": { "clients": [1, 2] } }"""));

        Assert.Equal([("preparing", 0, 1), ("loading", 0, 100), ("loading", 60, 100)], seen);
    }

    private static (string Phase, long Done, long Planned) Seen(RunningTask running) =>
        (running.Phase, running.OperationsDone, running.OperationsPlanned);

    private static StageContext ContextOf(string request)
    {
        var spec = SampleSpecs.Of(request);
        var definition = Shipped.ExperimentOf(spec)!;
        var run = new RunState
        {
            RunId = "aaaaaaaaaaaaaaaaaaaa",
            Spec = spec,
            Owner = "ann",
            BodyHash = "",
            IndexKey = RunIndexKey.For("aaaaaaaaaaaaaaaaaaaa", default),
            Status = RunStatus.Running,
            SubmittedAt = default,
        };
        var driver = new SilentDriver();
        return new(run, definition, new WorkerTarget("default", driver, driver)) { Plan = new("prepare", StageShape.OneTask, StageWork.Prepare) };
    }

    /// <summary>Loads 100 rows, and lets somebody look on the way.</summary>
    private sealed class LoadingSetup(Action look) : IProbeSetup
    {
        public bool Mutates => false;

        public int PlannedWireRequests => 0;

        public (long Made, long Planned)? RowsPrepared { get; private set; }

        public Task PrepareDatasetAsync(CancellationToken cancellationToken)
        {
            look();
            foreach (var made in new[] { 0, 60 })
            {
                RowsPrepared = (made, 100);
                look();
            }

            return Task.CompletedTask;
        }

        public Task PreparePointAsync(CancellationToken cancellationToken) => throw new InvalidOperationException("a point prepares itself");

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }

    /// <summary>A target that nothing is asked of.</summary>
    private sealed class SilentDriver : ITargetDriver, IConfiguredTarget, IOpenTarget
    {
        public TargetKind Kind => SqlTarget.Kind;

        public IOutcomeClassifier Outcomes => throw new InvalidOperationException("nothing is measured");

        public IConfiguredTarget Read(TargetSetting setting) => this;

        public IOpenTarget Open(TargetOpening opening) => this;

        public void Dispose()
        {
        }
    }
}
