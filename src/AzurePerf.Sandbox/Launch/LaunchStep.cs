namespace AzurePerf.Sandbox.Launch;

/// <summary>One system call on the thread that becomes the program.</summary>
/// <param name="Name">Its name for people when it fails.</param>
/// <param name="Call">Its name in system-calls.txt.</param>
internal sealed record LaunchStep(string Name, string Call, nint A = 0, nint B = 0, nint C = 0, nint D = 0, nint E = 0, nint F = 0)
{
    /// <summary>The result that it must have; null: any but an error.</summary>
    public nint? Expected { get; init; }

    /// <summary>True: its error number is told to the guard, and what comes after goes on.</summary>
    public bool IsAttempt { get; init; }
}
