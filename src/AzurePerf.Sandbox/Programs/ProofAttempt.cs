using AzurePerf.Sandbox.Native;

namespace AzurePerf.Sandbox.Programs;

/// <summary>Something a program tried in the sandbox.</summary>
/// <param name="Name">What it tried.</param>
/// <param name="Errno">The kernel's error number; 0: it succeeded.</param>
public sealed record ProofAttempt(string Name, int Errno);
