using Azure;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>What the account refuses for good is taken for something that passes.</summary>
internal sealed class RefusalAsOutage : Sabotage
{
    public override RequestFailedException ToldAs(RequestFailedException refusal) => new(503, "The server is busy.", "ServerBusy", null);
}
