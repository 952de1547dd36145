using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Targets.Sql;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting;
using AzurePerf.Hosting.Control;
using AzurePerf.Probes;
using AzurePerf.Probes.Targets;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Storage;
using AzurePerf.Storage.Requests;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Execution;
using AzurePerf.UnitTests.Execution.Calibration;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.Tasks;
using AzurePerf.Worker;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Stages;
using AzurePerf.Worker.Targets;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Stages;

public sealed class MeasureStageTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public void A_late_attempt_overwrites_no_details_of_another_attempt_task_or_run()
    {
        var task = SampleTask.In(BenchmarkTaskStatus.Running);
        BenchmarkTask[] others = [task with { Attempt = 4 }, task with { Key = task.Key with { Number = 1 } }, task with { Key = new("bbbbbbbbbbbbbbbbbbbb", task.Key.Stage, 0) }];

        Assert.Equal(4, others.Append(task).Select(MeasureStage.DetailsNameOf).Distinct().Count());
    }

    [Fact]
    public async Task A_point_that_fails_drops_its_copy_at_once()
    {
        await using var scene = new Scene { Fails = true };

        Assert.Equal("the server is away", (await Assert.ThrowsAsync<IOException>(scene.RunAsync)).Message);

        Assert.Equal(["database copy"], scene.Removed);
        Assert.Empty(await scene.LeftAsync());
    }

    [Fact]
    public async Task A_point_that_is_stopped_keeps_what_it_measured_and_drops_its_copy_all_the_same()
    {
        await using var scene = new Scene { Stops = true };

        var interrupted = await Assert.ThrowsAsync<InterruptedMeasurementException>(scene.RunAsync);

        Assert.Equal(1, MeasureResultText.Read(interrupted.Partial).Result!.Operations!.Outcomes[OperationOutcome.Ok]);
        Assert.Equal(["database copy"], scene.Removed);
        Assert.Empty(await scene.LeftAsync());
    }

    [Fact]
    public async Task A_point_at_the_operators_limit_that_is_stopped_after_its_last_operation_is_a_result()
    {
        await using var scene = new Scene(mostOperations: 1) { StopsAfterwards = true };

        var result = MeasureResultText.Read(await scene.RunAsync()).Result!;

        Assert.Equal(1, result.Operations!.Outcomes[OperationOutcome.Ok]);
        Assert.Contains(PointFlag.Partial, result.Flags);
    }

    [Fact]
    public async Task A_point_whose_last_operation_is_ended_by_a_stop_is_no_result_also_at_the_operators_limit()
    {
        await using var scene = new Scene(mostOperations: 2) { Stops = true };

        await Assert.ThrowsAsync<InterruptedMeasurementException>(scene.RunAsync);
    }

    [Fact]
    public async Task One_thing_that_cannot_be_dropped_keeps_no_other_in_the_target()
    {
        string[] copies = [.. Enumerable.Range(0, 8).Select(number => $"copy{number}")];
        await using var scene = new Scene(mostOperations: 1) { Copies = copies, Kept = { ["copy3"] = new IOException("busy") } };

        Assert.NotNull(MeasureResultText.Read(await scene.RunAsync()).Result);

        Assert.Equal(copies.Except(["copy3"]).Select(copy => "database " + copy), scene.Removed.Order(StringComparer.Ordinal));
        Assert.Equal(["copy3"], await scene.LeftAsync());
    }

    [Fact]
    public async Task A_file_that_may_not_be_removed_costs_no_result()
    {
        await using var scene = new Scene(mostOperations: 1) { Kept = { ["copy"] = new UnauthorizedAccessException("the folder may not be written to") } };

        Assert.NotNull(MeasureResultText.Read(await scene.RunAsync()).Result);

        Assert.Equal(["copy"], await scene.LeftAsync());
    }

    [Theory]
    [InlineData(false, 30)]
    [InlineData(true, 5)]
    public async Task A_target_that_does_not_answer_is_asked_to_drop_a_copy_for_a_short_time_only(bool stops, int seconds)
    {
        await using var scene = new Scene { Fails = !stops, Stops = stops, IsSilent = true };

        var running = scene.RunAsync();
        await scene.Asked.Task.WaitAsync(Cancelled);
        scene.Time.Advance(TimeSpan.FromSeconds(seconds - 1));
        Assert.False(running.IsCompleted);
        scene.Time.Advance(TimeSpan.FromSeconds(1));

        Assert.Equal(stops, await Record.ExceptionAsync(() => running) is InterruptedMeasurementException);
        Assert.Equal(["copy"], await scene.LeftAsync());
    }

    [Fact]
    public async Task A_point_that_took_long_to_stop_leaves_its_copy_to_the_clean_stage()
    {
        await using var scene = new Scene { Stops = true, StopTakes = TimeSpan.FromSeconds(6), IsSilent = true };

        await Assert.ThrowsAsync<InterruptedMeasurementException>(scene.RunAsync);

        Assert.Equal(["copy"], await scene.LeftAsync());
    }

    [Fact]
    public async Task A_point_that_is_stopped_has_a_few_seconds_to_put_back_what_other_points_use()
    {
        await using var scene = new Scene { Stops = true, RestoreIsSlow = true };

        var running = scene.RunAsync();
        var late = await scene.Restoring.Task.WaitAsync(Cancelled);
        scene.Time.Advance(TimeSpan.FromSeconds(4));
        Assert.False(late.IsCancellationRequested);
        // The time begins when the stop has reached everyone that waits for it, which may be after this line.
        while (!late.IsCancellationRequested)
        {
            scene.Time.Advance(TimeSpan.FromSeconds(1));
            await Task.Yield();
        }

        var interrupted = await Assert.ThrowsAsync<InterruptedMeasurementException>(() => running);
        Assert.Equal(1, MeasureResultText.Read(interrupted.Partial).Result!.Operations!.FollowUpFailures);
    }

    /// <summary>One point of one client, which registers a copy and performs an operation.</summary>
    private sealed class Scene : ITargetDriver, IConfiguredTarget, IOpenTarget, IAsyncDisposable
    {
        private readonly ServiceProvider _services;
        private readonly CancellationTokenSource _stop = new();
        private readonly CurrentExecution _execution;

        public Scene(long? mostOperations = null)
        {
            var services = new ServiceCollection();
            services.AddLogging();
            services.AddSingleton<TimeProvider>(Time);
            services.AddSingleton<IIdSource>(new SeededIdSource(1));
            services.AddSingleton(new InMemoryControlPlane(Time).AsControlPlane());
            services.AddControlStores();
            services.AddSingleton<ControlRequests>();
            services.AddSingleton(new EngineOptions());
            services.AddSingleton(new WorkerOptions { HostId = "host1" });
            services.AddSingleton(new HostIdentity("worker", "test"));
            services.AddSingleton(StorageAccounts.Read(
                [
                    new("AZUREPERF_CONTROL", "UseDevelopmentStorage=true"),
                    new("AZUREPERF_TARGET", "DefaultEndpointsProtocol=https;AccountName=measured;AccountKey=c2VjcmV0;EndpointSuffix=core.windows.net"),
                ]));
            services.AddSingleton<IHostApplicationLifetime>(new FakeLifetime());
            services.AddWorker();
            services.AddSingleton(provider => BriefCalibration.Of(provider.GetRequiredService<IOutcomeClassifier>(), Time));
            services.AddSingleton(new ProbeCatalog([new(SqlScaleOptions.Definition.SelectProbe(new SqlScaleOptions()).Probe, (_, scope) => ProbeOf(scope))]));
            _services = services.BuildServiceProvider();
            var order = new TaskOrder { Point = 0, Levels = new JsonObject { ["clients"] = 1 }, Dataset = 0, PreparedAttempt = 1, Repetition = 0, MostOperations = mostOperations };
            _execution = new(SampleTask.In(BenchmarkTaskStatus.Running) with { Order = order }, new("id", "receipt", ""), Time, _stop.Token);
        }

        /// <summary>True where the set-up fails when it has made the copy.</summary>
        public bool Fails { get; init; }

        /// <summary>True where the execution is told to stop after its first operation.</summary>
        public bool Stops { get; init; }

        /// <summary>True where it is told to stop when its last operation has ended.</summary>
        public bool StopsAfterwards { get; init; }

        /// <summary>From when it is told to until its last operation ends.</summary>
        public TimeSpan StopTakes { get; init; }

        /// <summary>What the set-up makes.</summary>
        public string[] Copies { get; init; } = ["copy"];

        /// <summary>Why the target does not drop them, by name.</summary>
        public Dictionary<string, Exception> Kept { get; } = [];

        /// <summary>True where the target does not answer when it is to drop.</summary>
        public bool IsSilent { get; init; }

        /// <summary>True where putting back takes as long as it may.</summary>
        public bool RestoreIsSlow { get; init; }

        /// <summary>What ends putting back, when it has begun.</summary>
        public TaskCompletionSource<CancellationToken> Restoring { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public FakeTimeProvider Time { get; } = new();

        public List<string> Removed { get; } = [];

        public TaskCompletionSource Asked { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public TargetKind Kind => SqlTarget.Kind;

        public IOutcomeClassifier Outcomes { get; } = new SqlOutcomes();

        public IConfiguredTarget Read(TargetSetting setting) => this;

        public IOpenTarget Open(TargetOpening opening) => this;

        public async Task<string> RunAsync()
        {
            var spec = SampleSpecs.Of("""{ "experiment": "sql.scale", "parameters": { "clients": [1], "operationsPerClient": 100, "warmUpOperations": 0 } }""");
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
            return await _services.GetServices<IStageExecution>().OfType<MeasureStage>().Single().RunAsync(
                _execution,
                new(run, Shipped.ExperimentOf(spec)!, new WorkerTarget("default", "AZUREPERF_TARGET", this, this)) { Plan = new("measure", StageShape.OneTask, StageWork.Measure) });
        }

        /// <summary>What is still registered.</summary>
        public async Task<string[]> LeftAsync() => await _services.GetRequiredService<ResourceStore>()
            .ListAsync("aaaaaaaaaaaaaaaaaaaa", Cancelled).Select(entry => entry.Value!.Name).ToArrayAsync(Cancelled);

        async Task IOpenTarget.RemoveAsync(string resource, string name, CancellationToken cancellationToken)
        {
            Asked.TrySetResult();
            if (IsSilent)
            {
                await Task.Delay(Timeout.InfiniteTimeSpan, cancellationToken);
            }

            cancellationToken.ThrowIfCancellationRequested();
            if (Kept.TryGetValue(name, out var failure))
            {
                throw failure;
            }

            Removed.Add($"{resource} {name}");
        }

        void IDisposable.Dispose()
        {
        }

        public async ValueTask DisposeAsync()
        {
            _execution.Dispose();
            _stop.Dispose();
            await _services.DisposeAsync();
        }

        private FakeProbe ProbeOf(ProbeScope scope) => new()
        {
            Prepare = async stop =>
            {
                foreach (var copy in Copies)
                {
                    await scope.Register.RegisterAsync("database", copy, stop);
                }

                if (Fails)
                {
                    throw new IOException("the server is away");
                }
            },
            Execute = async (operation, stop) =>
            {
                Time.Advance(TimeSpan.FromMilliseconds(1));
                if (Stops && operation.Index == 1)
                {
                    await _stop.CancelAsync();
                    Time.Advance(StopTakes);
                    stop.ThrowIfCancellationRequested();
                }

                return new(0, WireRequests: 0);
            },
            Restore = async late =>
            {
                if (StopsAfterwards)
                {
                    await _stop.CancelAsync();
                }

                if (!RestoreIsSlow)
                {
                    return [];
                }

                Restoring.SetResult(late);
                var end = await Record.ExceptionAsync(() => Task.Delay(Timeout.InfiniteTimeSpan, late));
                return [new(0, end!)];
            },
        };
    }
}
