using System.Diagnostics;
using System.Globalization;
using AzurePerf.Benchmarks.Network;
using AzurePerf.Sandbox;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Benchmarks.Sandboxes;

/// <summary>The same programs in the sandbox and without it. Figures are milliseconds.</summary>
internal sealed class SandboxSides : IDisposable
{
    private const string Nothing = "/bin/true";
    private const string Shell = "/bin/sh";
    private const uint User = 200_001;
    private const int TrialSteps = 200_000;
    private const double ComputeMilliseconds = 2_000;

    /// <summary>A launcher that waits has long compiled what it needs.</summary>
    private static readonly TimeSpan Settled = TimeSpan.FromMilliseconds(500);

    private static readonly SandboxLimits Limits = new()
    {
        MemoryBytes = 512L << 20,
        AddressSpaceBytes = 4L << 30,
        FolderBytes = 100L << 20,
        Files = 1_000,
        Processes = 16,
        OpenFiles = 128,
        ProcessorTime = TimeSpan.FromSeconds(60),
        WallTime = TimeSpan.FromSeconds(60),
    };

    // The worker's executable, which is built next to this one, has the verbs of guard and launcher.
    private readonly SandboxCommand _command = new(Path.Combine(AppContext.BaseDirectory, "AzurePerf.Worker"), []);
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-versus-");
    private readonly TimeProvider _time = TimeProvider.System;
    private int _steps = TrialSteps;

    /// <summary>Chooses how much the computing program does.</summary>
    public async Task CalibrateAsync(CancellationToken cancellationToken)
    {
        if (!OperatingSystem.IsLinux())
        {
            throw new PlatformNotSupportedException("The sandbox needs Linux.");
        }

        File.SetUnixFileMode(_folder.FullName, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.OtherExecute);
        var proof = await SandboxProof.RunAsync(_command, _folder.FullName, UserOfProgram, cancellationToken);
        if (proof.Refusal is { } refusal)
        {
            throw new InvalidOperationException(refusal);
        }

        var trial = await PlainAsync(Shell, Computing, cancellationToken);
        _steps = (int)(TrialSteps * ComputeMilliseconds / trial);
    }

    /// <summary>From hand-over to result, the launcher ready.</summary>
    public async Task<double> ReadyAsync(CancellationToken cancellationToken) => await SandboxedAsync(Nothing, [], cancellationToken);

    /// <summary>With the start of guard and launcher.</summary>
    public async Task<double> ColdAsync(CancellationToken cancellationToken)
    {
        var began = _time.GetTimestamp();
        await using var guard = await SandboxGuard.StartAsync(_command, cancellationToken);
        return await RunAsync(guard, began, Nothing, [], cancellationToken);
    }

    public Task<double> PlainNothingAsync(CancellationToken cancellationToken) => PlainAsync(Nothing, [], cancellationToken);

    public Task<double> ComputeAsync(CancellationToken cancellationToken) => SandboxedAsync(Shell, Computing, cancellationToken);

    public Task<double> PlainComputeAsync(CancellationToken cancellationToken) => PlainAsync(Shell, Computing, cancellationToken);

    public void Dispose() => _folder.Delete(recursive: true);

    private static uint? UserOfProgram => Environment.IsPrivilegedProcess ? User : null;

    private string[] Computing =>
        ["-c", string.Create(CultureInfo.InvariantCulture, $"i=0; while [ $i -lt {_steps} ]; do i=$((i+1)); done")];

    private async Task<double> SandboxedAsync(string program, string[] arguments, CancellationToken cancellationToken)
    {
        await using var guard = await SandboxGuard.StartAsync(_command, cancellationToken);
        await Task.Delay(Settled, _time, cancellationToken);
        return await RunAsync(guard, _time.GetTimestamp(), program, arguments, cancellationToken);
    }

    private async Task<double> RunAsync(SandboxGuard guard, long began, string program, string[] arguments, CancellationToken cancellationToken)
    {
        var request = new SandboxRequest { Program = program, Arguments = arguments, Folder = _folder.FullName, UserId = UserOfProgram, Limits = Limits };
        var result = await guard.RunAsync(request, cancellationToken);
        var took = _time.GetElapsedTime(began).TotalMilliseconds;
        return result.Succeeded ? took : throw new InvalidOperationException(result.Sentence);
    }

    private async Task<double> PlainAsync(string program, string[] arguments, CancellationToken cancellationToken)
    {
        var began = _time.GetTimestamp();
        await OutsideProgram.RunAsync(new ProcessStartInfo(program, arguments) { WorkingDirectory = _folder.FullName }, cancellationToken);
        return _time.GetElapsedTime(began).TotalMilliseconds;
    }
}
