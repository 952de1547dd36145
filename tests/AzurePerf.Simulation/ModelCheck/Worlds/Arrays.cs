using System.Runtime.CompilerServices;

namespace AzurePerf.Simulation.ModelCheck.Worlds;

[InlineArray(World.MostTasks)]
internal struct PerTask<T>
{
    private T _first;
}

[InlineArray(World.MostSlots)]
internal struct PerSlot<T>
{
    private T _first;
}

[InlineArray(World.MostManagers)]
internal struct PerManager<T>
{
    private T _first;
}
