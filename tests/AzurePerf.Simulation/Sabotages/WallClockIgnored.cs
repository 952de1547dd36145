namespace AzurePerf.Simulation.Sabotages;

/// <summary>Whether a worker must count as dead is asked of clocks alone that stand still in a suspended machine.</summary>
internal sealed class WallClockIgnored : Sabotage
{
    public override bool WallClocksStand => true;
}
