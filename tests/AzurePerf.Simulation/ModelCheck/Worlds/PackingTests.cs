using AzurePerf.Simulation.ModelCheck.Rules;
using AzurePerf.Simulation.ModelCheck.Search;
using AzurePerf.Simulation.ModelCheck.Steps;
using Xunit;

namespace AzurePerf.Simulation.ModelCheck.Worlds;

public sealed class PackingTests
{
    private const int Worlds = 20_000;

    [Theory]
    [InlineData("a task of a bag")]
    [InlineData("a task of a bag that is planned late")]
    [InlineData("two tasks of a bag in one message")]
    [InlineData("a gang of two")]
    public void A_world_comes_back_from_its_key_as_one_that_only_numbers_workers_otherwise(string name)
    {
        var scope = Scopes.Named(name) with { Managers = 2 };
        var packing = new Packing(scope);
        foreach (var world in Reachable(scope, packing))
        {
            var back = packing.Unpack(packing.Pack(world));
            Assert.Equal(packing.Pack(world), packing.Pack(back));
            Assert.Equal(new Model(scope, new EngineRules()).IsOver(world), new Model(scope, new EngineRules()).IsOver(back));
        }
    }

    [Fact]
    public void Workers_and_TaskManagers_that_change_places_make_no_other_world()
    {
        var scope = Scopes.Gang with { Managers = 2 };
        var packing = new Packing(scope);
        var checkedWorlds = 0;
        foreach (var world in Reachable(scope, packing))
        {
            var other = world;
            (other.Slots[0], other.Slots[1]) = (world.Slots[1], world.Slots[0]);
            (other.Processes[0], other.Processes[1]) = (world.Processes[1], world.Processes[0]);
            (other.Managers[0], other.Managers[1]) = (world.Managers[1], world.Managers[0]);
            for (var task = 0; task < scope.Tasks; task++)
            {
                other.Rows[task].Owner = Swapped(world.Rows[task].Owner);
                other.Rows[task].Nonce = Swapped(world.Rows[task].Nonce);
                other.GoOwners[task] = Swapped(world.GoOwners[task]);
            }

            Assert.Equal(packing.Pack(world), packing.Pack(other));
            checkedWorlds++;
        }

        Assert.Equal(Worlds, checkedWorlds);
    }

    private static byte Swapped(byte name) => name switch
    {
        1 => 2,
        2 => 1,
        _ => name,
    };

    /// <summary>The first worlds that are reached, as they are reached.</summary>
    private static List<World> Reachable(Scope scope, Packing packing)
    {
        var model = new Model(scope, new EngineRules());
        var (known, worlds, ways) = (new HashSet<WorldKey>(), new List<World> { model.First }, new Ways());
        for (var at = 0; at < worlds.Count && worlds.Count < Worlds; at++)
        {
            ways.Clear();
            model.Expand(worlds[at], ways);
            worlds.AddRange(ways.All.Select(way => way.Next).Where(next => known.Add(packing.Pack(next))).Take(Worlds - worlds.Count));
        }

        return worlds;
    }
}
