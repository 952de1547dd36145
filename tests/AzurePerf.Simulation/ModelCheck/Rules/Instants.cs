namespace AzurePerf.Simulation.ModelCheck.Rules;

/// <summary>Time stands still but for this: what a worker ends and what a TaskManager ends, ends at different instants.</summary>
internal static class Instants
{
    public const string BarrierClock = "clock";

    public static readonly DateTimeOffset Worker = new(2026, 1, 1, 0, 0, 1, TimeSpan.Zero);
    public static readonly DateTimeOffset Manager = new(2026, 1, 1, 0, 0, 2, TimeSpan.Zero);
}
