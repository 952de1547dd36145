namespace AzurePerf.Simulation.Sabotages;

/// <summary>The row of a stage says that it is planned while its orders are still on their way.</summary>
internal sealed class PlanBeforeItsOrders : Sabotage
{
    public override bool StoresBlob(string name, BinaryData content) => !name.Contains("/plan-", StringComparison.Ordinal);
}
