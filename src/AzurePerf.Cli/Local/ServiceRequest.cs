namespace AzurePerf.Cli.Local;

/// <summary>Which services to start.</summary>
/// <param name="Port">Port of API and portal on the loopback address.</param>
/// <param name="Workers">How many workers.</param>
/// <param name="LogsDirectory">Where each process leaves its log; null for nowhere.</param>
/// <param name="Accounts">The accounts to use.</param>
internal sealed record ServiceRequest(int Port, WorkerNumbers Workers, string? LogsDirectory, AccountSettings Accounts);
