using System.Runtime.InteropServices;
using AzurePerf.Sandbox.Guard;
using AzurePerf.Sandbox.Launch;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Programs;
using AzurePerf.Sandbox.Seccomp;

namespace AzurePerf.Sandbox;

/// <summary>Whether user programs can be isolated on this machine, tried out.</summary>
/// <param name="Refusal">One sentence that says why user programs are refused; null: they can run.</param>
/// <param name="LandlockAbi">The version of Landlock; 0 without it.</param>
/// <param name="Attempts">What was tried in the sandbox.</param>
public sealed record SandboxProof(string? Refusal, int LandlockAbi, IReadOnlyList<ProofAttempt> Attempts)
{
    /// <summary>From this version on a program can signal no process outside its sandbox, whatever user it has.</summary>
    private const int ScopedSignals = 6;

    private const string NoOutput =
        "User programs are refused: opening what they leave without following links (openat2) is not possible here.";

    private const string NothingExecuted =
        "User programs are refused: their folders lie on a file system from which nothing is executed (noexec).";

    private static readonly int[] Refusals = [Errno.NotPermitted, Errno.AccessDenied, Errno.NotImplemented];

    /// <summary>Why user programs are refused on any machine with this system and processor: one sentence; null for nothing.</summary>
    public static string? RefusalHere => RefusalOf(OperatingSystem.IsLinux(), RuntimeInformation.ProcessArchitecture);

    public bool Holds => Refusal is null;

    /// <summary>Whether a program could do in the sandbox what must be refused: trying again would not make that good.</summary>
    public bool IsBreached => Reached(Attempts).Any();

    /// <summary>Programs that may run at once on one worker.</summary>
    public int AtOnce(int slots) => LandlockAbi >= ScopedSignals ? slots : 1;

    /// <summary>Tries it out. A small file is left in the folder.</summary>
    /// <param name="command">The executable with the sandbox's verbs.</param>
    /// <param name="folder">An empty folder for the proof.</param>
    /// <param name="user">The user of a slot, or null.</param>
    public static async Task<SandboxProof> RunAsync(SandboxCommand command, string folder, uint? user, CancellationToken cancellation)
    {
        if (RefusalHere is { } refusal)
        {
            return new(refusal, 0, []);
        }

        await using var guard = await SandboxGuard.StartAsync(command, cancellation);
        var request = RequestFormat.Sample with
        {
            Limits = RequestFormat.Sample.Limits with { ProcessorTime = TimeSpan.FromSeconds(10), WallTime = TimeSpan.FromSeconds(10) },
            Program = "",
            Folder = folder,
            UserId = user,
            IsProof = true,
            WorkerProcessId = Environment.ProcessId,
        };
        var report = await guard.ReportAsync(request, cancellation);
        var proof = Judge(report.Result, report.LandlockAbi, report.Attempts);
        return proof with { Refusal = proof.Refusal ?? RefusalOf(folder) };
    }

    internal static string? RefusalOf(bool isLinux, Architecture architecture) =>
        isLinux && SeccompFilter.Knows(architecture) ? null : "User programs are refused: they need Linux on x86-64 or arm64.";

    internal static SandboxProof Judge(string? failedStep, int errno, int abi, IReadOnlyList<ProofAttempt> attempts) =>
        Judge(new() { End = SandboxEnd.NotSetUp, FailedStep = failedStep, FailedErrno = errno }, abi, attempts);

    internal static SandboxProof Judge(SandboxResult result, int abi, IReadOnlyList<ProofAttempt> attempts)
    {
        if (result.FailedStep is { } step)
        {
            var cause = result.FailedCause is { } known ? $" ({known.TrimEnd('.')})" : "";
            return new($"User programs are refused: {step} failed here{Errno.With(result.FailedErrno)}{cause}.", abi, attempts);
        }

        var reached = Reached(attempts).ToArray();
        var unclear = attempts.FirstOrDefault(IsUnclear);
        var refusal = attempts switch
        {
            _ when reached.Length > 0 =>
                $"User programs are refused: in the sandbox a program could {string.Join(", ", reached.Select(attempt => attempt.Name))}.",
            _ when unclear is not null =>
                $"User programs are refused: whether a program in the sandbox could {unclear.Name} is not known, because the attempt failed"
                + $"{Errno.With(unclear.Errno)}.",
            _ when attempts.Count != ProofPlan.Attempts => "User programs are refused: the proof of the sandbox did not come to its end.",
            _ when attempts.Any(attempt => attempt.Name == ProofPlan.OwnFile && attempt.Errno != 0) =>
                $"User programs are refused: in the sandbox a program cannot {ProofPlan.OwnFile}.",
            _ => null,
        };
        return new(refusal, abi, attempts);
    }

    private static IEnumerable<ProofAttempt> Reached(IEnumerable<ProofAttempt> attempts) =>
        attempts.Where(attempt => attempt.Name != ProofPlan.OwnFile && attempt.Errno == 0);

    /// <summary>It failed, but nothing says that the sandbox was why.</summary>
    private static bool IsUnclear(ProofAttempt attempt) =>
        attempt.Name != ProofPlan.OwnFile && attempt.Errno != 0 && !Refusals.Contains(attempt.Errno)
        && !(attempt.Errno == Errno.NoSuchFile && ProofPlan.MayBeMissing.Contains(attempt.Name));

    private static string? RefusalOf(string folder) =>
        FreeSpace.ExecutesNothing(folder) ? NothingExecuted : CanOpenOutput(folder) ? null : NoOutput;

    private static bool CanOpenOutput(string folder)
    {
        try
        {
            using var none = SandboxOutput.Open(folder, "azureperf-proof-none");
            return true;
        }
        catch (PlatformNotSupportedException)
        {
            return false;
        }
    }
}
