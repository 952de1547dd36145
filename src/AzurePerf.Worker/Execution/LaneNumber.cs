namespace AzurePerf.Worker.Execution;

/// <summary>Which lane of which client something belongs to.</summary>
/// <param name="Client">The client's number in the whole point.</param>
/// <param name="Lane">The lane's number in the client.</param>
/// <param name="LanesPerClient">Lanes that each client has: 1 in a closed loop.</param>
/// <param name="Place">The lane's number among all of this execution.</param>
internal readonly record struct LaneNumber(int Client, int Lane, int LanesPerClient, int Place);
