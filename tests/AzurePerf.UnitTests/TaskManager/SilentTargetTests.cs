using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Tasks;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>A target that accepts connections and never answers.</summary>
public sealed class SilentTargetTests
{
    private const string Sentence = "target \"default\" does not answer: 127.0.0.1:9 accepts connections but has sent no answer for 10 s";

    private static readonly TimeSpan Heartbeat = TaskManagerUnderTest.Heartbeat;
    private readonly TaskManagerUnderTest _engine = new();

    public SilentTargetTests()
    {
        _engine.Options = new() { TaskTimeLimit = TimeSpan.FromHours(2), SetUpLimit = TimeSpan.FromMinutes(1) };
        _engine.Restart();
    }

    [Fact]
    public async Task Silence_in_set_up_is_the_run_s_reason_and_one_event_with_the_address_and_goes_when_the_target_answers()
    {
        var (worker, runId) = await PrepareAsync();
        worker.Silence = new("127.0.0.1:9", Connected: true, 10);
        await _engine.RoundsAsync(10 * Heartbeat);
        Assert.Equal((RunStatus.Running, Sentence), await StateOfAsync(runId));
        Assert.Single(await _engine.EventsAsync(runId), Sentence);

        (worker.Silence, worker.Answered) = (null, true);
        await _engine.RoundsAsync(3 * Heartbeat);
        Assert.Equal((RunStatus.Running, ""), await StateOfAsync(runId));
    }

    [Fact]
    public async Task Set_up_that_has_no_answer_for_the_limit_fails_the_run_in_words_that_say_what_to_do_and_leaves_the_rest_for_later()
    {
        var (worker, runId) = await PrepareAsync();
        worker.Silence = new("127.0.0.1:9", Connected: true, 10);
        var begun = _engine.Time.Elapsed;

        await _engine.WorkUntilEndedAsync(runId);

        var (status, reason) = await StateOfAsync(runId);
        Assert.Equal(RunStatus.Failed, status);
        Assert.Equal(
            "set-up given up: target \"default\" does not answer: 127.0.0.1:9 accepts connections but has sent no answer for 60 s. Check the target's address and the network to it, "
            + "then run again; TaskManager:SetUpLimit says how long set-up waits for an answer; what the run made in its target could not be removed; it is tried again later",
            reason);
        Assert.InRange(_engine.Time.Elapsed - begun, TimeSpan.FromSeconds(50), TimeSpan.FromSeconds(80));
        Assert.Empty(await _engine.KeysAsync());
    }

    [Fact]
    public async Task Attempts_that_fail_for_the_silence_begin_the_limit_not_anew()
    {
        var (worker, runId) = await PrepareAsync();
        worker.Silence = new("127.0.0.1:9", Connected: true, 10);
        await _engine.RoundsAsync(5 * Heartbeat);
        worker.Script = _ => new WorkerDeed.Fail(FailureCause.OperationTimeout);
        await _engine.WorkAsync();
        worker.Script = _ => new WorkerDeed.GoOn();
        var begun = _engine.Time.Elapsed;

        await _engine.WorkUntilEndedAsync(runId);

        Assert.InRange(_engine.Time.Elapsed - begun, TimeSpan.FromSeconds(30), TimeSpan.FromSeconds(65));
    }

    [Fact]
    public async Task Silence_while_a_point_is_measured_is_an_event_and_no_end()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage == StageKind.Measure ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilHeldAsync(StageKind.Measure);
        worker.Clock = (30, 20);
        worker.Silence = new("127.0.0.1:9", Connected: true, 10);

        await _engine.RoundsAsync(3 * Heartbeat);
        _engine.Time.Advance(TimeSpan.FromSeconds(2));
        await _engine.RoundsAsync(70 * Heartbeat);

        Assert.Equal((RunStatus.Running, Sentence), await StateOfAsync(runId));
        Assert.Single(await _engine.EventsAsync(runId), Sentence);
    }

    [Fact]
    public void The_words_say_whether_a_connection_was_made() => Assert.Equal(
        "target \"west\" does not answer: no connection to 10.0.0.4:443 for 10 s", new TargetSilence("10.0.0.4:443", Connected: false, 11).Sentence("west"));

    private async Task<(ScriptedWorker Worker, string RunId)> PrepareAsync()
    {
        var worker = await _engine.HireAsync();
        worker.Script = _ => new WorkerDeed.GoOn();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilHeldAsync(StageKind.Prepare);
        return (worker, runId);
    }

    private async Task<(RunStatus, string)> StateOfAsync(string runId) => ((await _engine.HeaderAsync(runId)).Status, (await _engine.HeaderAsync(runId)).Reason);
}
