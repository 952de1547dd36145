using AzurePerf.Core.Metrics;
using AzurePerf.Core.Tasks;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Metrics;

public sealed class TaskManagerMetricsTests : IDisposable
{
    private readonly MeterRecording _recording = new();
    private readonly TaskManagerUnderTest _engine;

    public TaskManagerMetricsTests() => _engine = new(meter: _recording.Meter);

    public void Dispose() => _recording.Dispose();

    [Fact]
    public async Task While_a_point_is_measured_its_run_shows_what_runs_and_what_waits_for_what()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key is { Stage.Kind: StageKind.Measure, Number: 1 } ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilHeldAsync(StageKind.Measure, 1);
        await _engine.RoundsAsync(3 * TaskManagerUnderTest.Heartbeat);

        var tasks = _recording.LastOf(EngineMetrics.Tasks);
        Assert.Equal((1, 1, 2), (tasks[$"{runId} blob.download measure done"], tasks[$"{runId} blob.download measure running"], tasks[$"{runId} blob.download measure waiting"]));
        Assert.Equal(2, _recording.LastOf(EngineMetrics.Waiting)[$"{runId} blob.download measure turn"]);
        Assert.Equal(1, _recording.LastOf(EngineMetrics.Waiting)[$"{runId} blob.download clean earlierStage"]);
        Assert.Equal((1, 0), (_recording.LastOf(EngineMetrics.Workers)["measure ready"], _recording.LastOf(EngineMetrics.Workers)["bag ready"]));
        Assert.Equal((1, 0), (_recording.LastOf(EngineMetrics.Slots)["measure used"], _recording.LastOf(EngineMetrics.Slots)["measure free"]));
    }

    [Fact]
    public async Task What_a_live_worker_executes_counts_as_running_although_its_clock_is_minutes_behind()
    {
        var worker = await _engine.HireAsync();
        worker.ClockIsAheadBy = -TimeSpan.FromMinutes(5);
        worker.Script = task => task.Key is { Stage.Kind: StageKind.Measure, Number: 1 } ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilHeldAsync(StageKind.Measure, 1);
        await _engine.RoundsAsync(3 * TaskManagerUnderTest.Heartbeat);

        Assert.Equal(1, _recording.LastOf(EngineMetrics.Tasks)[$"{runId} blob.download measure running"]);
        Assert.Equal(0, _recording.LastOf(EngineMetrics.Waiting)[$"{runId} blob.download measure worker"]);
    }

    [Fact]
    public async Task A_run_that_has_ended_leaves_nothing_running_or_waiting_behind()
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());

        await _engine.WorkUntilEndedAsync(runId);
        await _engine.RoundAsync();

        var tasks = _recording.LastOf(EngineMetrics.Tasks).Where(series => series.Key.StartsWith(runId, StringComparison.Ordinal) && series.Value > 0);
        Assert.All(tasks, series => Assert.EndsWith(" done", series.Key, StringComparison.Ordinal));
        Assert.All(_recording.LastOf(EngineMetrics.Waiting), series => Assert.Equal(0, series.Value));
    }

    [Fact]
    public async Task How_a_run_stands_is_said_again_while_it_sleeps_until_workers_come()
    {
        var engine = new TaskManagerUnderTest(heartbeat: TimeSpan.FromSeconds(20), meter: _recording.Meter);
        var worker = await engine.HireAsync();
        worker.Script = task => task.Key.Stage.Kind == StageKind.Measure ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var runId = await engine.SubmitAsync(SampleSpecs.Downloads());
        await engine.WorkUntilHeldAsync(StageKind.Measure);
        engine.Team.Clear();
        for (var quiet = 0; quiet < 5;)
        {
            var before = Values();
            await engine.RoundAsync();
            quiet = Values() == before ? quiet + 1 : 0;
            Assert.True(engine.Time.Elapsed < TimeSpan.FromMinutes(10), "the run never sleeps");
        }

        var said = Values();
        await engine.RoundsAsync(TimeSpan.FromSeconds(5));

        Assert.InRange(Values() - said, 1, 2);
        Assert.Equal(1, _recording.LastOf(EngineMetrics.Waiting)[$"{runId} blob.download measure worker"]);

        int Values() => _recording.Of(EngineMetrics.Waiting).Count(value => value.Tags == $"{runId} blob.download measure worker");
    }

    [Fact]
    public async Task After_the_last_run_no_queue_is_said_to_hold_messages()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage.Kind == StageKind.Measure ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        await _engine.WorkUntilHeldAsync(StageKind.Measure);
        await _engine.RoundsAsync(TimeSpan.FromMinutes(2));
        Assert.True(_recording.LastOf(EngineMetrics.QueueMessages)["measure"] > 0);

        worker.Script = _ => new WorkerDeed.Succeed();
        await _engine.WorkUntilEndedAsync(runId);
        await _engine.RoundAsync();

        Assert.Equal(0, _recording.LastOf(EngineMetrics.OpenRuns)[""]);
        Assert.All(_recording.LastOf(EngineMetrics.QueueMessages), series => Assert.Equal(0, series.Value));
    }

    [Fact]
    public async Task What_was_said_is_taken_back_by_who_leads_no_more()
    {
        await _engine.HireAsync();
        await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.RoundsAsync(TimeSpan.FromMinutes(2));
        Assert.Equal((1, 1), (_recording.LastOf(EngineMetrics.OpenRuns)[""], _recording.LastOf(EngineMetrics.Workers)["measure ready"]));
        var (old, rival) = (_engine.Service, _engine.StartRival());
        var before = await _engine.LeaderAsync();
        for (var passed = TimeSpan.Zero; passed < 6 * TaskManagerUnderTest.Heartbeat; passed += TimeSpan.FromMilliseconds(200))
        {
            _engine.Time.Advance(TimeSpan.FromMilliseconds(200));
            await rival.RoundAsync(TestContext.Current.CancellationToken);
        }

        Assert.NotEqual(before, await _engine.LeaderAsync());
        var said = _recording.Of(EngineMetrics.Tasks).Count;
        await old.RoundAsync(TestContext.Current.CancellationToken);

        Assert.Equal(0, _recording.LastOf(EngineMetrics.OpenRuns)[""]);
        Assert.All(new[] { EngineMetrics.Workers, EngineMetrics.Slots, EngineMetrics.QueueMessages }.SelectMany(_recording.LastOf), series => Assert.Equal(0, series.Value));
        Assert.Equal(said, _recording.Of(EngineMetrics.Tasks).Count);
    }

    [Fact]
    public async Task Executions_are_counted_by_kind_and_outcome()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key is { Stage.Kind: StageKind.Measure, Number: 0 } && task.Attempt == 1 ? new WorkerDeed.Fail(FailureCause.ServerBusy, "busy") : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());

        await _engine.WorkUntilEndedAsync(runId);

        var ended = _recording.SumOf(EngineMetrics.Executions).Where(series => series.Key.StartsWith("blob.download,measure", StringComparison.Ordinal)).ToArray();
        Assert.Equal(4, ended.Where(series => series.Key.EndsWith(" done", StringComparison.Ordinal)).Sum(series => series.Value));
        Assert.Equal(1, Assert.Single(ended, series => series.Key.EndsWith(" ServerBusy", StringComparison.Ordinal)).Value);
    }
}
