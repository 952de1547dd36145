using AzurePerf.Core.Gangs;
using CsCheck;
using Xunit;
using static AzurePerf.UnitTests.Gangs.SampleGang;

namespace AzurePerf.UnitTests.Gangs;

public sealed class BarrierDecisionsPropertyTests
{
    private static readonly Gen<BarrierArrival> Arrivals =
        Gen.Select(
            Gen.Int[5, 9],
            Gen.Frequency((3, BarrierPhase.Warm), (1, BarrierPhase.Prepared), (1, BarrierPhase.Ended)),
            Gen.Frequency((16, 2), (1, 1), (1, 3)),
            Gen.Frequency((5, false), (1, true)),
            Gen.Frequency((5, "b1"), (1, "b2")),
            Gen.Frequency((5, Clock), (1, "former")),
            (task, phase, attempt, isIntruder, build, clock) => Member(task, phase, build) with
            {
                Attempt = attempt,
                WorkerId = isIntruder ? "intruder" : $"worker{task}",
                Clock = phase == BarrierPhase.Prepared ? null : new(clock, task * 1_000_000, 500, 42),
            });

    /// <summary>Who asks, and how long ago the ones before it asked last.</summary>
    private static readonly Gen<(BarrierArrival Arrival, int Silence)[]> Histories = Gen.Select(Arrivals, Gen.Int[0, 20]).Array[1, 40];

    [Fact]
    public void Whoever_comes_in_whatever_order_a_start_is_whole_on_one_build_and_told_to_those_only_whom_it_lists()
    {
        var agreed = 0;
        SeededProperty.Holds(Histories, history =>
        {
            var gang = State;
            var present = new Dictionary<(int, string), BarrierPresence>();
            foreach (var (arrival, silence) in history)
            {
                if (Step(ref gang, present, arrival, silence) is { } fault)
                {
                    throw new InvalidOperationException(fault);
                }
            }

            agreed += gang.Go is null ? 0 : 1;
            return true;
        }, cases: 2_000);

        Assert.True(agreed > 50, $"only {agreed} of the histories led to a start: the property says little");
    }

    private static string? Step(ref GangState gang, Dictionary<(int, string), BarrierPresence> present, BarrierArrival arrival, int silence)
    {
        foreach (var key in present.Keys.ToArray())
        {
            present[key] = present[key] with { Silence = TimeSpan.FromSeconds(silence) };
        }

        var everyone = present.Values.Where(other => !other.Arrival.IsSameExecution(arrival)).Append(new(arrival, TimeSpan.Zero)).ToArray();
        var decision = BarrierDecisions.Decide(gang, arrival, everyone, Clock, 1_000);
        if (decision is not BarrierDecision.Leave)
        {
            present[(arrival.Task, arrival.WorkerId)] = new(arrival, TimeSpan.Zero);
        }

        switch (decision)
        {
            case BarrierDecision.Agree { Proposed: var go }:
                gang = gang with { Go = go };
                return Fault(go, present);
            case BarrierDecision.Go { Member: var member }:
                return gang.Go!.Members.Contains(member) && (member.Task, member.Attempt, member.WorkerId) == (arrival.Task, arrival.Attempt, arrival.WorkerId)
                    ? null
                    : "a start was told to somebody that it does not list";
            default:
                return null;
        }
    }

    private static string? Fault(GangGo go, Dictionary<(int, string), BarrierPresence> present)
    {
        if (!go.Members.Select(member => member.Task).SequenceEqual([6, 7, 8]))
        {
            return "the start is not whole";
        }

        var who = go.Members.Select(member => present[(member.Task, member.WorkerId)]).ToArray();
        return who.All(member => member.Arrival is { Phase: >= BarrierPhase.Warm, Attempt: 2 } && member.Arrival.Build == go.Build
                && member.Arrival.Clock!.Clock == Clock && member.Silence <= BarrierDecisions.LongestSilence)
            && go.Members.All(member => member.StartNanoseconds + member.OffsetNanoseconds == go.AtNanoseconds)
            ? null
            : "somebody cannot start";
    }
}
