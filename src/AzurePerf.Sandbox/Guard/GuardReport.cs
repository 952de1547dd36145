using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Guard;

/// <summary>What a guard tells its worker at the end.</summary>
/// <param name="LandlockAbi">0 where it was not reached.</param>
internal sealed record GuardReport(SandboxResult Result, int LandlockAbi, IReadOnlyList<ProofAttempt> Attempts);
