using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Tasks;
using AzurePerf.Worker.Execution;
using AzurePerf.Worker.Heartbeats;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Heartbeats;

public sealed class CurrentExecutionTests : IDisposable
{
    private readonly FakeTimeProvider _time = new();
    private readonly CurrentExecution _execution;

    public CurrentExecutionTests() => _execution = new(SampleTask.In(BenchmarkTaskStatus.Running), new("message", "receipt", ""), _time, CancellationToken.None)
    {
        Progress = () => new("measuring", 3, 20),
    };

    public void Dispose() => _execution.Dispose();

    [Fact]
    public void A_measurement_is_timed_from_the_instant_it_began_and_not_from_the_first_heartbeat_that_sees_it()
    {
        _time.Advance(TimeSpan.FromSeconds(7));
        _execution.NoteMeasuring();
        _time.Advance(TimeSpan.FromSeconds(19));

        Assert.Equal((26, 19), (_execution.Describe().ElapsedSeconds, _execution.Describe().MeasuredSeconds));
    }

    [Fact]
    public void What_follows_the_last_operation_is_not_in_the_time_of_the_measurement()
    {
        var progress = _execution.Watch();
        progress.Enter(RunnerPhase.Measuring, []);
        _time.Advance(TimeSpan.FromSeconds(19));
        Assert.Equal((19, 0), (_execution.Describe().MeasuredSeconds, _execution.Describe().AfterwardsSeconds));

        progress.Enter(RunnerPhase.Ended, []);
        _time.Advance(TimeSpan.FromSeconds(30));

        Assert.Equal((19, 30), (_execution.Describe().MeasuredSeconds, _execution.Describe().AfterwardsSeconds));
    }

    [Fact]
    public void A_heartbeat_tells_for_how_long_programs_of_a_user_may_run()
    {
        Assert.Equal(0, _execution.Describe().UserCodeSeconds);

        _execution.AllowUserCode(TimeSpan.FromSeconds(90));
        _execution.AllowUserCode(TimeSpan.FromSeconds(30));

        Assert.Equal(120, _execution.Describe().UserCodeSeconds);
        Assert.Throws<ArgumentOutOfRangeException>(() => _execution.AllowUserCode(TimeSpan.MaxValue));
    }

    [Theory]
    [InlineData(FailureCause.TimedOut, FailureCause.TimedOut, SpeedSign.TooSlow)]
    [InlineData(FailureCause.PrepareTimedOut, FailureCause.PrepareTimedOut, SpeedSign.TooSlow)]
    [InlineData(null, FailureCause.TimedOut, SpeedSign.None)]
    [InlineData(FailureCause.TimedOut, FailureCause.UserCodeError, SpeedSign.None)]
    [InlineData(FailureCause.TimedOut, null, SpeedSign.None)]
    [InlineData(FailureCause.GangStopped, FailureCause.GangStopped, SpeedSign.None)]
    [InlineData(null, FailureCause.AlreadyExists, SpeedSign.None)]
    [InlineData(null, null, SpeedSign.InTime)]
    public void Its_worker_was_too_slow_when_it_ended_by_the_order_to_stop_for_its_limit_and_fast_enough_when_it_brought_a_result(
        FailureCause? told, FailureCause? end, SpeedSign sign)
    {
        _time.Advance(TimeSpan.FromSeconds(3));
        if (told is { } cause)
        {
            _execution.Stop(StopCommand.Of(_execution.Task, cause, "told to stop"));
        }

        _execution.IsOver = true;
        var ended = _execution.EndedBy(end);

        Assert.Equal((sign, TimeSpan.FromSeconds(3)), (ended.Sign, ended.Ended - ended.Began));
    }

    [Fact]
    public async Task Who_tells_it_to_stop_does_not_wait_for_the_driver_of_its_target()
    {
        var (stopped, wait) = (new TaskCompletionSource<long?>(), new TaskCompletionSource());
        await using var driver = _execution.StoppingInTarget.Register(() =>
        {
            wait.Task.Wait(TimeSpan.FromSeconds(10), TestContext.Current.CancellationToken);
            stopped.SetResult(_execution.StoppedAt);
        });

        _execution.Stop(StopCommand.Of(_execution.Task, FailureCause.Cancelled, "told to stop"));

        Assert.True(_execution.StoppingInTarget.IsCancellationRequested);
        Assert.False(stopped.Task.IsCompleted);
        wait.SetResult();
        Assert.NotNull(await stopped.Task);
    }

    [Fact]
    public void What_became_of_it_is_not_known_where_it_is_not_over() => Assert.Equal(SpeedSign.None, _execution.EndedBy(null).Sign);

    [Fact]
    public void It_begins_once()
    {
        _execution.NoteMeasuring();
        _time.Advance(TimeSpan.FromSeconds(5));
        _execution.NoteMeasuring();

        Assert.Equal(5, _execution.Describe().MeasuredSeconds);
    }

    [Fact]
    public void Before_it_began_nothing_is_measured_whatever_the_phase_is_called_and_at_its_first_instant_something_is()
    {
        _time.Advance(TimeSpan.FromSeconds(7));
        Assert.Equal(0, _execution.Describe().MeasuredSeconds);

        _execution.NoteMeasuring();
        Assert.True(_execution.Describe().MeasuredSeconds > 0);
    }
}
