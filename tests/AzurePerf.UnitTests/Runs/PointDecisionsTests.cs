using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.UnitTests.Tasks;
using CsCheck;
using Xunit;
using static AzurePerf.Core.Tasks.BenchmarkTaskStatus;

namespace AzurePerf.UnitTests.Runs;

/// <summary>Points that several workers measure together. Their tasks are at attempt 3, and so is their gang row unless it was raised.</summary>
public sealed class PointDecisionsTests
{
    private const string RunId = "aaaaaaaaaaaaaaaaaaaa";
    private const int Attempt = 3;
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(10);
    private static readonly ExecutionLimits Limits = new(Limit, Limit, "4 x 150 s mean of 12", Measures: true);
    private static readonly StageState Stage = new() { RunId = RunId, Id = StageKind.Measure, Open = true, Total = 12, Created = 12, Dispatched = 3 };
    private readonly PointDecisions _decisions = new(new EngineTimes(TimeSpan.FromSeconds(20)));

    [Fact]
    public void A_broken_point_first_loses_its_start_then_healthy_members_are_stopped_and_only_then_all_tasks_are_repeated()
    {
        DispatchedTask[] members = [Member(0, Censored), Member(1, Running), Member(2, Running)];
        Assert.Equal(Attempt + 1, Assert.IsType<RunAction.RaiseGang>(Next(members)).Gang);

        Assert.Equal((1, FailureCause.GangStopped), Stopped(Next(members, gang: Attempt + 1)));
        members[1] = members[1] with { StopCommanded = true };
        Assert.Equal((2, FailureCause.GangStopped), Stopped(Next(members, gang: Attempt + 1)));
        members[2] = members[2] with { StopCommanded = true };
        Assert.IsType<RunAction.Wait>(Next(members, gang: Attempt + 1));

        members[1] = Member(1, Censored, FailureCause.GangStopped);
        Assert.IsType<RunAction.Wait>(Next(members, gang: Attempt + 1));
        members[2] = members[2] with { OwnerIsDead = true };
        Assert.All(Stored(Next(members, gang: Attempt + 1)), task => Assert.Equal((Ready, Attempt + 1), (task.Status, task.Attempt)));
    }

    [Fact]
    public void A_process_that_finds_the_gang_row_ahead_of_the_tasks_goes_on_from_there()
    {
        DispatchedTask[] members = [Member(0, Ready), Member(1, Running), Member(2, Ready)];

        Assert.Equal((1, FailureCause.GangStopped), Stopped(Next(members, gang: Attempt + 1)));
    }

    [Fact]
    public void A_point_that_was_measured_whole_all_the_same_counts_although_its_gang_was_raised() => Assert.All(
        Stored(Next([Member(0, Measured), Member(1, Measured), Member(2, Measured)], gang: Attempt + 1)),
        task => Assert.Equal((Done, Attempt), (task.Status, task.Attempt)));

    [Fact]
    public void One_dead_member_breaks_the_point_of_all()
    {
        DispatchedTask[] members = [Member(0, Measured), Member(1, Running) with { OwnerIsDead = true }, Member(2, Ready)];

        Assert.IsType<RunAction.RaiseGang>(Next(members));
        var repeated = Stored(Next(members, gang: Attempt + 1));
        Assert.All(repeated, task => Assert.Equal((Ready, Attempt + 1, ""), (task.Status, task.Attempt, task.Result)));
        Assert.Equal([0, 1, 0], repeated.Select(task => task.Failures.WorkerLost));
    }

    [Fact]
    public void Nothing_is_done_while_members_come_measure_and_wait_for_each_other() =>
        Assert.IsType<RunAction.Wait>(Next([Member(0, Measured), Member(1, Running), Member(2, Ready)]));

    [Fact]
    public void A_point_of_one_task_has_no_gang_row_and_is_decided_at_once() =>
        Assert.Equal((Ready, Attempt + 1), Stored(Next([Member(0, Censored)])).Select(task => (task.Status, task.Attempt)).Single());

    [Fact]
    public void The_member_that_is_too_slow_is_stopped_and_no_other()
    {
        DispatchedTask[] members = [Member(0, Running), Member(1, Running) with { Elapsed = 2 * Limit, Measured = Limit }, Member(2, Running) with { Elapsed = 2 * Limit, Measured = Limit / 2 }];

        Assert.Equal((1, FailureCause.TimedOut), Stopped(Next(members)));
        members[1] = members[1] with { StopCommanded = true };
        Assert.IsType<RunAction.Wait>(Next(members));
    }

    [Fact]
    public void In_a_run_that_ends_early_live_members_are_stopped_before_the_tasks_are_given_up()
    {
        DispatchedTask[] members = [Member(0, Measured), Member(1, Running), Member(2, Ready)];

        Assert.Equal((1, FailureCause.Cancelled), Stopped(Next(members, abandoned: true)));
        members[1] = members[1] with { StopCommanded = true };
        Assert.IsType<RunAction.Wait>(Next(members, abandoned: true));
        members[1] = Member(1, Censored, FailureCause.Cancelled);
        Assert.All(Stored(Next(members, abandoned: true)), task => Assert.Equal(Cancelled, task.Status));
    }

    [Fact]
    public void A_point_is_a_gap_only_if_none_of_its_workers_came_in_time()
    {
        DispatchedTask[] nobody = [Member(0, Ready), Member(1, Ready)];

        Assert.All(Stored(Next(nobody, missedAt: SampleTask.Now)), task => Assert.Equal((Missed, SampleTask.Now), (task.Status, task.EndedAt)));
        Assert.IsType<RunAction.Wait>(Next(nobody, missedAt: SampleTask.Now.AddTicks(1)));
        Assert.IsType<RunAction.Wait>(Next([Member(0, Running), Member(1, Ready)], missedAt: SampleTask.Then));
    }

    [Theory]
    [InlineData(FailureCause.WorkerLost, "worker1 died; its time passed before it was repeated")]
    [InlineData(FailureCause.Preempted, "worker lost; its time passed before it was repeated")]
    public void A_point_whose_time_passes_before_it_is_repeated_has_failed_and_is_no_gap(FailureCause last, string error)
    {
        var faulty = Member(1, Ready);
        faulty = faulty with
        {
            Task = faulty.Task with { FailureCause = last, Error = "worker1 died", Ends = faulty.Task.Ends.Add(1, FailureCause.WorkerLost).SetItem(2, last) },
        };

        var failed = Stored(Next([Member(0, Ready), faulty], missedAt: SampleTask.Now));

        Assert.All(failed, task => Assert.Equal((Failed, FailureCause.WorkerLost, error), (task.Status, task.FailureCause!.Value, task.Error)));
    }

    [Fact]
    public void A_point_that_was_only_given_back_before_its_time_passed_is_a_gap()
    {
        var givenBack = Member(0, Ready);
        givenBack = givenBack with { Task = givenBack.Task with { FailureCause = FailureCause.Preempted, Ends = givenBack.Task.Ends.Add(2, FailureCause.Preempted) } };

        Assert.Equal(Missed, Assert.Single(Stored(Next([givenBack], missedAt: SampleTask.Now))).Status);
    }

    [Fact]
    public void Only_the_member_whose_message_was_out_for_long_gets_another()
    {
        DispatchedTask[] members = [Member(0, Ready), Member(1, Running), Member(2, Ready) with { MessageOutFor = TimeSpan.FromSeconds(120) }];

        Assert.Equal(2, Assert.IsType<RunAction.Remind>(Next(members)).Task.Key.Number);
    }

    private static readonly Gen<Func<int, DispatchedTask>> AnyMember = Gen.Select(
        Gen.OneOf(Ready, Running, Running, Measured, Measured, Censored),
        Gen.Int[0, FailureTaxonomy.Rows.Count - 1],
        Gen.Frequency((2, false), (1, true)),
        Gen.Frequency((2, false), (1, true)),
        Gen.Frequency((3, TimeSpan.Zero), (1, Limit)),
        Func<int, DispatchedTask> (status, cause, ownerIsDead, stopOrdered, elapsed) => number => Member(number, status, FailureTaxonomy.Rows[cause].Cause) with
        {
            OwnerIsDead = ownerIsDead,
            StopCommanded = stopOrdered,
            Elapsed = elapsed,
        });

    private static readonly Gen<(DispatchedTask[] Members, bool IsRaised, bool Abandoned)> Points = Gen.Select(
        AnyMember.Array[1, 4].Select(members => members.Select((member, number) => member(number)).ToArray()), Gen.Bool, Gen.Frequency((3, false), (1, true)));

    [Fact]
    public void Whatever_state_members_are_in_no_decision_breaks_the_order_of_a_repetition() =>
        SeededProperty.Holds(Points, point => Check(point.Members, point.IsRaised, point.Abandoned) is { } fault ? throw new InvalidOperationException(fault) : true, cases: 10_000);

    private string? Check(DispatchedTask[] members, bool isRaised, bool abandoned)
    {
        var width = members.Length;
        var gang = Attempt + (width > 1 && isRaised ? 1 : 0);
        var live = members.Any(member => member.Task.Status == Running && !member.OwnerIsDead);
        return Next(members, gang, abandoned) switch
        {
            RunAction.Store store => FaultOf(store.After, members, live, mayRepeat: width == 1 || gang > Attempt || abandoned),
            RunAction.RaiseGang raise => raise.Gang == Attempt + 1 && width > 1 && gang == Attempt ? null : "a gang is raised twice",
            RunAction.OrderStop stop => FaultOf(members[stop.Task.Key.Number], broken: gang > Attempt || abandoned || width == 1),
            RunAction.Wait or RunAction.Remind => null,
            var other => $"{other} is nothing to do for a point that is not terminal",
        };
    }

    private static string? FaultOf(IReadOnlyList<BenchmarkTask> after, DispatchedTask[] members, bool live, bool mayRepeat) =>
        after.Count != members.Length ? "only a part of the point is stored"
        : after.Any(task => task.Status != after[0].Status || task.Attempt != after[0].Attempt || task.IsReused != after[0].IsReused) ? "the tasks of a point part ways"
        : after[0].Status == Done && !after[0].IsReused ? (members.All(member => member.Task.Status == Measured) ? null : "a point is accepted in part")
        : after[0].IsReused && !members.Any(member => member.Task is { Status: Censored, FailureCause: FailureCause.AlreadyExists }) ? "a point is reused that nobody found"
        : live ? "a point is decided while a live worker executes it"
        : mayRepeat ? null
        : "a point is decided before its gang was raised";

    private static string? FaultOf(DispatchedTask stopped, bool broken) =>
        stopped.Task.Status != Running || stopped.OwnerIsDead || stopped.StopCommanded ? "somebody is stopped who does not execute, or twice"
        : broken || stopped.Elapsed >= Limit ? null
        : "a healthy member is stopped before the gang was raised";

    private static DispatchedTask Member(int number, BenchmarkTaskStatus status, FailureCause cause = FailureCause.UserCodeError) => new(SampleTask.In(status) with
    {
        Key = new(RunId, StageKind.Measure, number),
        Owner = status == Ready ? "" : $"worker{number}",
        Attempt = Attempt,
        FailureCause = status == Censored ? cause : null,
        Failures = status == Censored ? new TaskFailures().Plus(cause) : new(),
    })
    {
        MessageOutFor = status == Ready ? TimeSpan.Zero : null,
    };

    private RunAction Next(DispatchedTask[] members, int gang = Attempt, bool abandoned = false, DateTimeOffset? missedAt = null) => _decisions.Next(
        new()
        {
            Run = ExampleRun.Accepted(RunId, SampleTask.Then),
            Stages = [Stage],
            Current = members,
            Gang = gang,
            LimitOf = _ => Limits,
            MissedAt = missedAt,
            Now = SampleTask.Now,
        },
        Stage,
        abandoned);

    private static (int Task, FailureCause Cause) Stopped(RunAction action)
    {
        var stop = Assert.IsType<RunAction.OrderStop>(action);
        return (stop.Task.Key.Number, stop.Cause);
    }

    private static IReadOnlyList<BenchmarkTask> Stored(RunAction action) => Assert.IsType<RunAction.Store>(action).After;
}
