namespace AzurePerf.Cli.Demo;

/// <summary>Which services to start.</summary>
/// <param name="Port">Port of API and portal on the loopback address.</param>
/// <param name="Workers">Measure workers.</param>
/// <param name="LogsDirectory">Where each process leaves its log; null for a temporary place.</param>
/// <param name="Accounts">The accounts to use; emulators stand in for those that are null.</param>
/// <param name="SameAccount">True to allow that control plane and target are one account.</param>
internal sealed record ServiceRequest(int Port, int Workers, string? LogsDirectory, AccountPair Accounts, bool SameAccount);
