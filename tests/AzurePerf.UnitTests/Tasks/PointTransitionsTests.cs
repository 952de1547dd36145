using AzurePerf.Core.Tasks;
using CsCheck;
using Xunit;
using static AzurePerf.Core.Tasks.BenchmarkTaskStatus;

namespace AzurePerf.UnitTests.Tasks;

/// <summary>Points of several tasks; the arrows of a point of one task are in <see cref="TaskTransitionsTests"/>.</summary>
public sealed class PointTransitionsTests
{
    private static readonly DateTimeOffset Now = SampleTask.Now;

    [Fact]
    public void A_point_is_accepted_only_when_every_task_is_measured_by_the_same_attempt()
    {
        BenchmarkTask[] measured = [Task(0, Measured), Task(1, Measured)];

        Assert.All(PointTransitions.Accept(measured)!, task => Assert.Equal((Done, "{}"), (task.Status, task.Result)));
        Assert.Null(PointTransitions.Accept([measured[0], Task(1, Running)]));
        Assert.Null(PointTransitions.Accept([measured[0], measured[1] with { Attempt = 4 }]));
    }

    [Fact]
    public void A_member_whose_budget_is_used_up_fails_the_point_of_all_and_the_others_say_whose_failure_it_was()
    {
        var spent = Task(1, Censored) with { Failures = new(UserCode: 3), Error = "it broke", EndedAt = Now };

        var failed = PointTransitions.Decide([Task(0, Measured), spent, Task(2, Ready)], _ => false, Now)!;

        Assert.All(failed, task => Assert.Equal((Failed, 3, FailureCause.UserCodeError, "it broke"), (task.Status, task.Attempt, task.FailureCause, task.Error)));
        Assert.Equal(["{}", "{}", ""], failed.Select(task => task.Result));
    }

    [Fact]
    public void A_point_that_one_member_found_there_already_is_done_whole_and_what_the_others_met_stays_on_record()
    {
        var found = Task(1, Censored) with { FailureCause = FailureCause.AlreadyExists, Failures = new(), Error = "the blob exists", EndedAt = Now };
        var stopped = Task(2, Censored) with { FailureCause = FailureCause.GangStopped, Failures = new(Preempted: 1) };

        var reused = PointTransitions.Decide([Task(0, Measured), found, stopped, Task(3, Running), Task(4, Ready)], _ => true, Now)!;

        Assert.All(reused, task => Assert.Equal((Done, true, 3), (task.Status, task.IsReused, task.Attempt)));
        Assert.Equal(
            [FailureCause.AlreadyExists, FailureCause.AlreadyExists, FailureCause.GangStopped, FailureCause.WorkerLost, FailureCause.AlreadyExists],
            reused.Select(task => task.FailureCause!.Value));
        Assert.Null(PointTransitions.Decide([found, Task(1, Running)], _ => false, Now));
    }

    [Fact]
    public void All_tasks_of_a_repeated_point_wait_for_the_longest_of_their_delays()
    {
        var throttled = Task(1, Censored) with { FailureCause = FailureCause.ServerBusy, Failures = new(TransientStorage: 4) };

        var again = PointTransitions.Decide([Task(0, Censored), throttled, Task(2, Measured)], _ => false, Now)!;

        var delay = RetryPolicy.DelayOf(FailureCause.ServerBusy, throttled.Failures, throttled.Key, throttled.Attempt);
        Assert.True(delay >= TimeSpan.FromSeconds(16));
        Assert.All(again, task => Assert.Equal((Ready, 4, Now + delay, ""), (task.Status, task.Attempt, task.NotBefore, task.Result)));
    }

    [Fact]
    public void Nothing_is_decided_about_a_point_while_a_live_worker_executes_any_of_it()
    {
        BenchmarkTask[] point = [Task(0, Censored), Task(1, Running)];

        Assert.Null(PointTransitions.Decide(point, _ => false, Now));
        Assert.Null(PointTransitions.Cancel(point, _ => false, Now));
        Assert.NotNull(PointTransitions.Decide(point, owner => owner == "worker1", Now));
        Assert.Equal([0, 1], PointTransitions.Cancel(point, owner => owner == "worker1", Now)!.Select(task => task.Failures.WorkerLost));
    }

    [Fact]
    public void A_point_that_is_measured_whole_is_not_repeated_but_may_be_cancelled()
    {
        BenchmarkTask[] measured = [Task(0, Measured), Task(1, Measured)];

        Assert.Null(PointTransitions.Decide(measured, _ => true, Now));
        Assert.All(PointTransitions.Cancel(measured, _ => false, Now)!, task => Assert.Equal(Cancelled, task.Status));
    }

    [Fact]
    public void On_any_walk_the_tasks_of_a_point_keep_one_attempt_end_together_and_bring_results_of_that_attempt_alone()
    {
        var accepted = 0;
        SeededProperty.Holds(Walks.All, walk =>
        {
            var (fault, done) = Walk(walk.Steps, new Random(walk.Seed));
            accepted += done ? 1 : 0;
            return fault is null ? true : throw new InvalidOperationException(fault);
        }, cases: 1_000);

        Assert.True(accepted > 100, $"only {accepted} walks led to an accepted point: the property says little");
    }

    private static (string? Fault, bool Accepted) Walk(int steps, Random random)
    {
        var dead = new HashSet<string>();
        BenchmarkTask[] point = [.. Enumerable.Range(0, random.Next(2, 5)).Select(number => Task(number, Ready) with { Attempt = 1 })];
        for (var step = 0; step < steps; step++)
        {
            var live = point.Any(task => task.Status == Running && !dead.Contains(task.Owner));
            var next = random.Next(4) > 0 ? Member(point, random, step, dead) : Whole(point, random, dead);
            if (next is null)
            {
                continue;
            }

            if (point.Any(task => task.Status.IsTerminal()))
            {
                return ("a point that has ended changes", false);
            }

            var changed = point.Zip(next).Count(pair => pair.First != pair.Second);
            if (changed > 1 && live)
            {
                return ("a point is decided while a live worker executes it", false);
            }

            point = next;
            if (FaultOf(point) is { } fault)
            {
                return (fault, false);
            }
        }

        return (null, point[0].Status == Done && !point[0].IsReused);
    }

    private static string? FaultOf(BenchmarkTask[] point) =>
        point.Any(task => task.Attempt != point[0].Attempt) ? "the tasks of a point are at different attempts"
        : point.Any(task => task.Status.IsTerminal()) && point.Any(task => task.Status != point[0].Status) ? "a part of a point has ended"
        : point[0].Status == Done && point.Any(task => task.IsReused != point[0].IsReused) ? "a part of a point is reused"
        : point[0].Status == Done && !point[0].IsReused && point.Any(task => task.Result != ResultOf(task)) ? "a result of another attempt is accepted"
        : null;

    /// <summary>One worker does something with one task.</summary>
    private static BenchmarkTask[]? Member(BenchmarkTask[] point, Random random, int step, HashSet<string> dead)
    {
        var index = random.Next(point.Length);
        var task = point[index];
        if (task.Status == Running && random.Next(12) == 0)
        {
            dead.Add(task.Owner);
            return null;
        }

        var next = random.Next(4) switch
        {
            0 => TaskTransitions.GiveUp(task, task.Nonce, FailureTaxonomy.Rows[random.Next(FailureTaxonomy.Rows.Count)].Cause, "it broke", "{}", Now),
            1 => TaskTransitions.Claim(task, $"worker{step}", $"nonce{step}", Now),
            _ => TaskTransitions.Complete(task, task.Nonce, ResultOf(task), Now),
        };
        return next is null ? null : [.. point.Select((other, number) => number == index ? next : other)];
    }

    /// <summary>The TaskManager does something with all of them.</summary>
    private static BenchmarkTask[]? Whole(BenchmarkTask[] point, Random random, HashSet<string> dead)
    {
        var ended = point.Any(task => task.Status == Censored || (task.Status == Running && dead.Contains(task.Owner)));
        var next = random.Next(20) == 0 ? PointTransitions.Cancel(point, dead.Contains, Now)
            : PointTransitions.Accept(point) ?? (ended ? PointTransitions.Decide(point, dead.Contains, Now) : null);
        return next is null ? null : [.. next];
    }

    private static string ResultOf(BenchmarkTask task) => $"task {task.Key.Number} by attempt {task.Attempt}";

    private static BenchmarkTask Task(int number, BenchmarkTaskStatus status) =>
        SampleTask.In(status) with { Key = SampleTask.In(status).Key with { Number = number }, Owner = status == Ready ? "" : $"worker{number}" };
}
