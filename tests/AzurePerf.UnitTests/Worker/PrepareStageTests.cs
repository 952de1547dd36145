using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Targets.Sql;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
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
        var stage = StageWith((_, _) => probe, new ResourceStore(new InMemoryControlPlane(time).Rows), time);

        await stage.RunAsync(execution, ContextOf(new()));

        Assert.Equal([("preparing", 0, 1), ("loading", 0, 100), ("loading", 60, 100)], seen);
    }

    [Fact]
    public async Task Who_stops_a_load_does_not_wait_for_its_driver()
    {
        var time = new FakeTimeProvider();
        using var execution = new CurrentExecution(SampleTask.In(BenchmarkTaskStatus.Running), new("id", "receipt", ""), time, Cancelled);
        var probe = new SlowToStopSetup();
        var running = StageWith((_, _) => probe, new ResourceStore(new InMemoryControlPlane(time).Rows), time).RunAsync(execution, ContextOf(new()));

        execution.Stop(StopCommand.Of(execution.Task, FailureCause.Cancelled, "told to stop"));

        Assert.False(probe.Stopped.Task.IsCompleted);
        probe.Wait.SetResult();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
    }

    [Fact]
    public async Task Half_a_dataset_is_dropped_at_once_when_loading_fails()
    {
        var target = new TargetDouble();
        using var load = new FailingLoad(target, new IOException("the disk is full"));

        var failure = await Assert.ThrowsAsync<IOException>(load.RunAsync);

        Assert.Equal("the disk is full", failure.Message);
        Assert.Equal(["database half"], target.Removed);
        Assert.Empty(await load.LeftAsync());
    }

    [Fact]
    public async Task What_cannot_be_dropped_hides_nothing_and_stays_for_the_clean_stage()
    {
        using var load = new FailingLoad(new() { Refuses = true }, new IOException("the disk is full"));

        var failure = await Assert.ThrowsAsync<IOException>(load.RunAsync);

        Assert.Equal("the disk is full", failure.Message);
        Assert.Equal(["half"], await load.LeftAsync());
    }

    [Fact]
    public async Task A_target_that_does_not_answer_is_asked_to_drop_for_half_a_minute_only()
    {
        var target = new TargetDouble { Silent = true };
        using var load = new FailingLoad(target, new IOException("no answer"));

        var running = load.RunAsync();
        await target.Asked.Task.WaitAsync(Cancelled);
        load.Time.Advance(TimeSpan.FromSeconds(30));

        await Assert.ThrowsAsync<IOException>(() => running);
        Assert.Equal(["half"], await load.LeftAsync());
    }

    [Fact]
    public async Task A_load_that_is_stopped_leaves_its_data_to_the_clean_stage()
    {
        var target = new TargetDouble();
        using var load = new FailingLoad(target, new OperationCanceledException());

        await Assert.ThrowsAsync<OperationCanceledException>(load.RunAsync);

        Assert.Empty(target.Removed);
        Assert.Equal(["half"], await load.LeftAsync());
    }

    [Fact]
    public async Task A_load_that_fails_when_it_was_stopped_leaves_its_data_to_the_clean_stage()
    {
        using var stop = new CancellationTokenSource();
        var target = new TargetDouble();
        using var load = new FailingLoad(target, new IOException("writing ended"), stop);

        await Assert.ThrowsAsync<IOException>(load.RunAsync);

        Assert.Empty(target.Removed);
        Assert.Equal(["half"], await load.LeftAsync());
    }

    private static PrepareStage StageWith(Func<object, ProbeScope, IProbeSetup> make, ResourceStore resources, FakeTimeProvider time) => new(
        new([new(SqlScaleOptions.Definition.SelectProbe(new SqlScaleOptions()).Probe, make)]),
        resources,
        new TargetSilenceMonitor(new HeartbeatTrigger(), time, NullLogger<TargetSilenceMonitor>.Instance),
        time,
        NullLogger<PrepareStage>.Instance);

    private static (string Phase, long Done, long Planned) Seen(RunningTask running) =>
        (running.Phase, running.OperationsDone, running.OperationsPlanned);

    private static StageContext ContextOf(TargetDouble target)
    {
        var spec = SampleSpecs.Of("""{ "experiment": "sql.scale", "parameters": { "clients": [1, 2] } }""");
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
        return new(run, definition, new WorkerTarget("default", "AZUREPERF_TARGET", target, target)) { Plan = new("prepare", StageShape.OneTask, StageWork.Prepare) };
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

    /// <summary>Loads until it is stopped, and then connects anew to cancel, as the driver of PostgreSQL does.</summary>
    private sealed class SlowToStopSetup : IProbeSetup
    {
        public TaskCompletionSource Wait { get; } = new();

        public TaskCompletionSource Stopped { get; } = new();

        public bool Mutates => false;

        public int PlannedWireRequests => 0;

        public async Task PrepareDatasetAsync(CancellationToken cancellationToken)
        {
            await using var driver = cancellationToken.Register(() =>
            {
                Wait.Task.Wait(TimeSpan.FromSeconds(10), Cancelled);
                Stopped.SetCanceled(cancellationToken);
            });
            await Stopped.Task;
        }

        public Task PreparePointAsync(CancellationToken cancellationToken) => throw new InvalidOperationException("a point prepares itself");

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }

    /// <summary>One execution of the stage that registers what it makes, and fails.</summary>
    private sealed class FailingLoad : IDisposable
    {
        private readonly TargetDouble _target;
        private readonly CurrentExecution _execution;
        private readonly ResourceStore _resources;
        private readonly PrepareStage _stage;

        public FailingLoad(TargetDouble target, Exception failure, CancellationTokenSource? stop = null)
        {
            _target = target;
            _execution = new(SampleTask.In(BenchmarkTaskStatus.Running), new("id", "receipt", ""), Time, stop?.Token ?? Cancelled);
            _resources = new(new InMemoryControlPlane(Time).Rows);
            _stage = StageWith((_, scope) => new FailingSetup(scope, failure, stop), _resources, Time);
        }

        public FakeTimeProvider Time { get; } = new();

        public Task<string> RunAsync() => _stage.RunAsync(_execution, ContextOf(_target));

        /// <summary>What is still registered.</summary>
        public async Task<string[]> LeftAsync() =>
            await _resources.ListAsync("aaaaaaaaaaaaaaaaaaaa", Cancelled).Select(entry => entry.Value!.Name).ToArrayAsync(Cancelled);

        public void Dispose() => _execution.Dispose();
    }

    /// <summary>Registers what it makes, and fails, perhaps as it is stopped.</summary>
    private sealed class FailingSetup(ProbeScope scope, Exception failure, CancellationTokenSource? stop) : IProbeSetup
    {
        public bool Mutates => false;

        public int PlannedWireRequests => 0;

        public async Task PrepareDatasetAsync(CancellationToken cancellationToken)
        {
            await scope.Register.RegisterAsync("database", "half", cancellationToken);
            await (stop?.CancelAsync() ?? Task.CompletedTask);
            throw failure;
        }

        public Task PreparePointAsync(CancellationToken cancellationToken) => throw new InvalidOperationException("a point prepares itself");

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }

    /// <summary>A target that is only ever asked to remove something.</summary>
    private sealed class TargetDouble : ITargetDriver, IConfiguredTarget, IOpenTarget
    {
        public bool Refuses { get; init; }

        public bool Silent { get; init; }

        public List<string> Removed { get; } = [];

        public TaskCompletionSource Asked { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public TargetKind Kind => SqlTarget.Kind;

        public IOutcomeClassifier Outcomes => throw new InvalidOperationException("nothing is measured");

        public IConfiguredTarget Read(TargetSetting setting) => this;

        public IOpenTarget Open(TargetOpening opening) => this;

        public async Task RemoveAsync(string resource, string name, CancellationToken cancellationToken)
        {
            Asked.TrySetResult();
            if (Silent)
            {
                await Task.Delay(Timeout.InfiniteTimeSpan, cancellationToken);
            }

            if (Refuses)
            {
                throw new IOException("it cannot be dropped");
            }

            Removed.Add($"{resource} {name}");
        }

        public void Dispose()
        {
        }
    }
}
