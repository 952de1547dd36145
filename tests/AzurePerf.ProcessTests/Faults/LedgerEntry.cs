namespace AzurePerf.ProcessTests.Faults;

/// <summary>One execution that a worker began.</summary>
/// <param name="Task">The task's number.</param>
/// <param name="Attempt">The attempt that it was claimed as.</param>
/// <param name="Nonce">Of that claim.</param>
internal sealed record LedgerEntry(int Task, int Attempt, string Nonce);
