using System.Globalization;

namespace AzurePerf.Core.Gangs;

/// <summary>
/// Decides what a member at the barrier is told, from the stored gang and who is there. A gang starts whole, once per number, on one build;
/// a start is stored before it is told, and told to nobody that it does not list.
/// </summary>
public static class BarrierDecisions
{
    /// <summary>How far ahead a start is agreed: half a second of notice that a member needs, and one and a half for storing the start,
    /// telling it and reading it again. It is idle time after the warm-up of each point, so it is no longer than that.</summary>
    public static readonly TimeSpan Lead = TimeSpan.FromSeconds(2);

    /// <summary>A member that can start and has not asked for longer is not counted on: it may be dead.</summary>
    public static readonly TimeSpan LongestSilence = TimeSpan.FromSeconds(15);

    /// <summary>Decides for one member.</summary>
    /// <param name="gang">The gang as stored; null when there is none.</param>
    /// <param name="asking">The member.</param>
    /// <param name="present">Every execution that came for the same point and attempt, the one that asks included.</param>
    /// <param name="clock">The barrier's own clock: its name.</param>
    /// <param name="nowNanoseconds">Its time.</param>
    public static BarrierDecision Decide(
        GangState? gang, BarrierArrival asking, IReadOnlyCollection<BarrierPresence> present, string clock, long nowNanoseconds)
    {
        ArgumentNullException.ThrowIfNull(asking);
        ArgumentNullException.ThrowIfNull(present);
        if (gang is null)
        {
            return new BarrierDecision.Leave("there is no gang for this point");
        }

        if (Refusal(gang, asking, present) is { } reason)
        {
            return new BarrierDecision.Leave(reason);
        }

        BarrierPresence[] together = [.. present.Where(member => CanStartWith(gang, asking, member.Arrival))
            .OrderBy(member => member.Arrival.Task)];
        return asking.Phase switch
        {
            BarrierPhase.Prepared => AfterSetUp(gang, together),
            BarrierPhase.Warm => AfterWarmUp(gang, asking, together, clock, nowNanoseconds),
            _ => AfterMeasuring(gang, asking, together),
        };
    }

    private static string? Refusal(GangState gang, BarrierArrival asking, IReadOnlyCollection<BarrierPresence> present)
    {
        if (asking.Attempt != gang.Number)
        {
            return Text($"the gang is at attempt {gang.Number}, not {asking.Attempt}");
        }

        if (!gang.Includes(asking.Task))
        {
            return Text($"task {asking.Task} is not one of the gang's {gang.Members} from {gang.FirstTask} on");
        }

        if (gang.Go is { } go)
        {
            return go.Find(asking.Task, asking.Attempt, asking.WorkerId) is null
                ? Text($"the gang started without this execution of task {asking.Task}")
                : null;
        }

        if (present.Any(other => other.Arrival.Task == asking.Task && !other.Arrival.IsSameExecution(asking)))
        {
            return Text($"another execution of task {asking.Task} is at the barrier");
        }

        var build = BuildOf(gang, present) ?? asking.Build;
        return asking.Build != build ? $"build {asking.Build} cannot measure together with build {build}" : null;
    }

    private static bool CanStartWith(GangState gang, BarrierArrival asking, BarrierArrival other) =>
        gang.Includes(other.Task) && other.Attempt == gang.Number && other.Build == asking.Build;

    private static BarrierDecision AfterSetUp(GangState gang, BarrierPresence[] present)
    {
        if (gang.Go is { } go)
        {
            return new BarrierDecision.WarmUp([.. go.Members.Select(member => member.Endpoint)]);
        }

        return Missing(gang, present, BarrierPhase.Prepared) is { Count: > 0 } missing
            ? new BarrierDecision.Wait(WaitingFor(missing, "set up"))
            : new BarrierDecision.WarmUp([.. present.Select(member => member.Arrival.Endpoint)]);
    }

    private static BarrierDecision AfterWarmUp(
        GangState gang, BarrierArrival asking, BarrierPresence[] present, string clock, long nowNanoseconds)
    {
        if (gang.Go is { } go && go.Find(asking.Task, asking.Attempt, asking.WorkerId) is { } listed)
        {
            // Agreed just before another TaskManager took the lead, with whose clock the member compared its own since: its measurement
            // could not be put together with those of the others.
            return asking.Clock is { } own && own.Clock != go.Clock
                ? new BarrierDecision.Leave("the start was agreed on the clock of another TaskManager; the point is repeated")
                : new BarrierDecision.Go(listed);
        }

        if (asking.Clock?.Clock != clock)
        {
            return new BarrierDecision.ExchangeClocks();
        }

        BarrierPresence[] ready = [.. present.Where(member => member.Silence <= LongestSilence && member.Arrival.Clock?.Clock == clock)];
        return Missing(gang, ready, BarrierPhase.Warm) is { Count: > 0 } missing
            ? new BarrierDecision.Wait(WaitingFor(missing, "warm up"))
            : new BarrierDecision.Agree(
                Propose([.. ready.Select(member => member.Arrival)], clock, nowNanoseconds + (Lead.Ticks * TimeSpan.NanosecondsPerTick)));
    }

    /// <summary>The first member has something to wait for, as it drops what all of them use, and who puts right what others still
    /// measure.</summary>
    private static BarrierDecision AfterMeasuring(GangState gang, BarrierArrival asking, BarrierPresence[] present) =>
        (asking.Waits || asking.Task == gang.FirstTask) && Missing(gang, present, BarrierPhase.Ended) is { Count: > 0 } missing
            ? new BarrierDecision.Wait(WaitingFor(missing, "end"))
            : new BarrierDecision.Over();

    private static GangGo Propose(BarrierArrival[] members, string clock, long atNanoseconds) =>
        new(clock, atNanoseconds, members[0].Build, [.. members.Select(member => new GangMember(
            member.Task,
            member.Attempt,
            member.WorkerId,
            member.HostId,
            member.Clock!.OffsetNanoseconds,
            member.Clock.BoundNanoseconds,
            member.Clock.ToMember(atNanoseconds),
            member.Endpoint))]);

    /// <summary>The build that counts: the run's, else that of the lowest row present, so that every member is told the same whoever asks
    /// first.</summary>
    private static string? BuildOf(GangState gang, IReadOnlyCollection<BarrierPresence> present) =>
        gang.Build.Length > 0 ? gang.Build : present.Select(member => member.Arrival).MinBy(arrival => arrival.Task)?.Build;

    private static List<int> Missing(GangState gang, BarrierPresence[] present, BarrierPhase phase)
    {
        var there = present.Where(member => member.Arrival.Phase >= phase).Select(member => member.Arrival.Task).ToHashSet();
        return [.. Enumerable.Range(gang.FirstTask, gang.Members).Where(task => !there.Contains(task))];
    }

    private static string WaitingFor(List<int> missing, string what)
    {
        const int Named = 5;
        var names = string.Join(", ", missing.Take(Named).Select(task => task.ToString(CultureInfo.InvariantCulture)));
        return Text($"waits for {missing.Count} members to {what}: tasks {names}{(missing.Count > Named ? ", ..." : "")}");
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>A member that has come to the barrier.</summary>
/// <param name="Arrival">What it said last.</param>
/// <param name="Silence">For how long it has not asked; zero while a question of it waits for the answer.</param>
public sealed record BarrierPresence(BarrierArrival Arrival, TimeSpan Silence);
