using AzurePerf.Core.Gangs;
using AzurePerf.Simulation.ModelCheck.Rules;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Steps;

/// <summary>
/// Members of a gang ask the barrier. Every one has set up, warmed up and exchanged clocks before. The barrier decides on the gang row as it is: it is written only under the ETag that
/// was read. Members that have left since they came are not counted on; that they were would come to the same, because who is present decides nothing else.
/// </summary>
internal sealed class BarrierSteps(Scope scope, EngineRules rules)
{
    private readonly Dictionary<long, BarrierDecision> _known = [];

    public void Add(in World world, Ways ways)
    {
        for (var slot = 0; scope.IsGang && slot < scope.Slots; slot++)
        {
            if (world.Slots[slot].Step == SlotStep.Waiting)
            {
                Ask(world, slot, ways);
            }
        }
    }

    private void Ask(in World world, int slot, Ways ways)
    {
        var (next, task) = (world, world.Slots[slot].Task);
        switch (Decide(world, slot))
        {
            case BarrierDecision.Leave:
                next.Slots[slot].Step = SlotStep.EndedBadly;
                ways.Add(next, new('W', slot, "is told by the barrier to leave", task));
                break;
            case BarrierDecision.Agree agree:
                Agree(world, slot, agree.Proposed, ways);
                break;
            case BarrierDecision.Go:
                next.Slots[slot].Step = SlotStep.Starting;
                ways.Add(next, new('W', slot, "is told GO", task), Promises.Starting(world, slot, scope.ProcessOf(slot)));
                break;
        }
    }

    private void Agree(in World world, int slot, GangGo go, Ways ways)
    {
        var next = world;
        if (rules.TellsGoFirst)
        {
            next.Slots[slot].Step = SlotStep.Starting;
            ways.Add(
                next, new('W', slot, "is told a GO that is not stored", world.Slots[slot].Task), Promises.Starting(world, slot, scope.ProcessOf(slot)));
            return;
        }

        next.Go = true;
        for (var task = 0; task < scope.Tasks; task++)
        {
            next.GoOwners[task] = (byte)(go.Members[task].WorkerId[1] - '0');
        }

        ways.Add(next, new('W', slot, "asks, and the barrier stores GO", world.Slots[slot].Task));
    }

    private BarrierDecision Decide(in World world, int asking)
    {
        var key = (long)world.Gang | (world.Go ? 1L << 3 : 0) | ((long)world.GoOwners[0] << 4) | ((long)world.GoOwners[1] << 7) | ((long)asking << 10);
        for (var slot = 0; slot < scope.Slots; slot++)
        {
            var there = world.Slots[slot];
            key |= there.Step == SlotStep.Waiting ? (1L | ((long)there.Task << 1) | ((long)there.Attempt << 2)) << (12 + (5 * slot)) : 0;
        }

        if (!_known.TryGetValue(key, out var known))
        {
            _known[key] = known = rules.AtBarrier(GangOf(world), ArrivalOf(world, asking), PresentIn(world));
        }

        return known;
    }

    private List<BarrierPresence> PresentIn(in World world)
    {
        var present = new List<BarrierPresence>();
        for (var slot = 0; slot < scope.Slots; slot++)
        {
            if (world.Slots[slot].Step == SlotStep.Waiting)
            {
                present.Add(new(ArrivalOf(world, slot), TimeSpan.Zero));
            }
        }

        return present;
    }

    private BarrierArrival ArrivalOf(in World world, int slot) => new()
    {
        Task = world.Slots[slot].Task,
        Attempt = world.Slots[slot].Attempt,
        WorkerId = RowMapping.NameOf((byte)(scope.ProcessOf(slot) + 1)),
        HostId = "host",
        Build = "build",
        Phase = BarrierPhase.Warm,
        Clock = new(Instants.BarrierClock, 0, 0, 0),
    };

    private GangState GangOf(in World world)
    {
        var members = new List<GangMember>();
        for (var task = 0; task < scope.Tasks; task++)
        {
            members.Add(new(task, world.Gang, RowMapping.NameOf(world.GoOwners[task]), "host", 0, 0, 0, ""));
        }

        return new()
        {
            RunId = "run",
            Point = 1,
            Number = world.Gang,
            FirstTask = 0,
            Members = scope.Tasks,
            Token = "token",
            Go = world.Go ? new(Instants.BarrierClock, 0, "build", members) : null,
        };
    }
}
