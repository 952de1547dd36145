using AzurePerf.Core.Tasks;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Tasks;

public sealed class RetryPolicyTests
{
    private static readonly TaskKey Task = new("abcdefghij234567klmn", StageKind.Measure, 17);

    public static TheoryData<FailureCause> Causes => [.. Enum.GetValues<FailureCause>()];

    [Fact]
    public void A_pause_after_storage_failed_lies_between_its_power_of_two_and_the_next_and_is_never_above_five_minutes() =>
        SeededProperty.Holds(Gen.Select(Gen.Int[1, 60], Gen.Int[1, 1_000]), pair =>
        {
            var (failures, attempt) = pair;
            var seconds = Delay(failures, Task, attempt).TotalSeconds;
            var least = Math.Min(300, Math.Pow(2, failures));
            return seconds >= least && seconds <= Math.Min(300, 2 * least);
        });

    [Fact]
    public void The_same_execution_always_gets_the_same_pause() => Assert.Equal(Delay(3, Task, 4), Delay(3, Task with { }, 4));

    [Fact]
    public void Tasks_felled_together_do_not_come_back_together()
    {
        var fractions = Enumerable.Range(0, 1_000).Select(number => (Delay(3, Task with { Number = number }, 1).TotalSeconds / 8) - 1).ToArray();

        Assert.InRange(fractions.Average(), 0.47, 0.53);
        for (var tenth = 0; tenth < 10; tenth++)
        {
            Assert.InRange(fractions.Count(fraction => fraction >= tenth / 10.0 && fraction < (tenth + 1) / 10.0), 60, 140);
        }
    }

    [Fact]
    public void Each_attempt_of_a_task_draws_anew() => Assert.Equal(20, Enumerable.Range(1, 20).Select(attempt => Delay(3, Task, attempt)).Distinct().Count());

    [Theory]
    [MemberData(nameof(Causes))]
    public void Only_storage_is_given_time(FailureCause cause) => Assert.Equal(
        FailureTaxonomy.ClassOf(cause) == FailureClass.TransientStorage,
        RetryPolicy.DelayOf(cause, new TaskFailures().Plus(cause), Task, 1) > TimeSpan.Zero);

    [Theory]
    [InlineData(FailureCause.BadInput)]
    [InlineData(FailureCause.WrongResult)]
    [InlineData(FailureCause.Cancelled)]
    [InlineData(FailureCause.AlreadyExists)]
    public void What_has_no_budget_is_never_repeated(FailureCause cause) => Assert.False(RetryPolicy.MayRepeat(cause, new TaskFailures().Plus(cause)));

    [Fact]
    public void Causes_of_one_class_share_its_budget()
    {
        var failures = new TaskFailures().Plus(FailureCause.UserCodeError).Plus(FailureCause.OutOfDisk);

        Assert.True(RetryPolicy.MayRepeat(FailureCause.OutOfDisk, failures));
        Assert.False(RetryPolicy.MayRepeat(FailureCause.NullLog, failures.Plus(FailureCause.NullLog)));
    }

    /// <summary>The clock that wrote the instant may be hours ahead of the one that reads it.</summary>
    [Theory]
    [MemberData(nameof(Causes))]
    public void Nobody_waits_longer_than_the_delay_that_was_decided_whatever_instant_is_stored(FailureCause cause)
    {
        var failures = new TaskFailures().Plus(cause);
        var delay = RetryPolicy.DelayOf(cause, failures, Task, 4);
        var again = SampleTask.In(BenchmarkTaskStatus.Ready) with { Key = Task, Attempt = 5, FailureCause = cause, Failures = failures };

        Assert.Equal(delay, RetryPolicy.LongestWaitOf(again with { NotBefore = SampleTask.Now.AddDays(1) }));
        Assert.Equal(TimeSpan.Zero, RetryPolicy.LongestWaitOf(again with { NotBefore = null }));
    }

    private static TimeSpan Delay(int failures, TaskKey task, int attempt) =>
        RetryPolicy.DelayOf(FailureCause.ServerBusy, new(TransientStorage: failures), task, attempt);
}
