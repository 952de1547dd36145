using System.Diagnostics;
using System.Globalization;
using System.Text;
using AzurePerf.Sandbox.Guard;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Processes;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox;

/// <summary>A guard with a launcher that waits for one program: the worker's side of it. One for each program.</summary>
public sealed class SandboxGuard : IAsyncDisposable
{
    /// <summary>What a runtime needs of an environment. The worker's own has secrets, and guard and launcher have the same user.</summary>
    private static readonly string[] Passed = ["PATH", "DOTNET_ROOT", "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "LD_LIBRARY_PATH"];

    private readonly Process _process;
    private readonly Task<string> _errors;
    private GuardReport? _early;

    private SandboxGuard(Process process)
    {
        _process = process;
        _errors = process.StandardError.ReadToEndAsync();
    }

    /// <summary>Of the guard.</summary>
    public int ProcessId => _process.Id;

    /// <summary>A program can be handed over: guard and launcher were started, and the guard still runs.</summary>
    internal bool IsReady => _early is null && !_process.HasExited;

    /// <summary>Starts a guard, and returns when a program can be handed over to it.</summary>
    public static async Task<SandboxGuard> StartAsync(SandboxCommand command, CancellationToken cancellation)
    {
        var start = new ProcessStartInfo(command.FileName, [.. command.Arguments, GuardVerb.Name])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = "/",
        };
        SetEnvironment(start.Environment);
        var guard = new SandboxGuard(Process.Start(start) ?? throw new InvalidOperationException("the guard did not start"));
        try
        {
            var first = await guard.NextAsync(cancellation);
            guard._early = first is [WorkerLine.Ended, ..] ? ReportFormat.Read(first[1..]) : null;
            if (first is null)
            {
                guard._early = await guard.LostAsync();
            }

            return guard;
        }
        catch
        {
            await guard.DisposeAsync();
            throw;
        }
    }

    /// <summary>Runs a program to its end. Cancelled, it ends the program and still says what became of it.</summary>
    public async Task<SandboxResult> RunAsync(SandboxRequest request, CancellationToken cancellation) =>
        (await ReportAsync(request, cancellation)).Result;

    internal async Task<GuardReport> ReportAsync(SandboxRequest request, CancellationToken cancellation)
    {
        if (_early is { } failed)
        {
            return failed;
        }

        var input = _process.StandardInput.BaseStream;
        var bytes = RequestFormat.Write(request);
        if (bytes.Length > DescriptorMessages.MostBytes)
        {
            return TooLarge(bytes.Length);
        }

        try
        {
            await input.WriteAsync(Framed(bytes), CancellationToken.None);
            await input.FlushAsync(CancellationToken.None);
        }
        catch (IOException)
        {
            return await LostAsync();
        }

        await using var cancelled = cancellation.Register(Cancel);
        int? session = null;
        while (await NextAsync(CancellationToken.None) is { } message)
        {
            switch (message[0])
            {
                case WorkerLine.Began:
                    session = BitConverter.ToInt32(message.AsSpan(1));
                    break;
                case WorkerLine.Ended:
                    return ReportFormat.Read(message[1..]);
            }
        }

        EndSession(session);
        return await LostAsync();
    }

    /// <summary>Ends the guard with all that it guards.</summary>
    public async ValueTask DisposeAsync()
    {
        await _process.StandardInput.DisposeAsync();
        await _process.WaitForExitAsync(CancellationToken.None);
        _process.Dispose();
    }

    private static void SetEnvironment(IDictionary<string, string?> environment)
    {
        var kept = Passed.Where(environment.ContainsKey).ToDictionary(name => name, name => environment[name]);
        environment.Clear();
        foreach (var (name, value) in kept)
        {
            environment[name] = value;
        }

        environment["DOTNET_EnableDiagnostics"] = "0";
        environment["DOTNET_SYSTEM_GLOBALIZATION_INVARIANT"] = "1";
        environment["DOTNET_gcServer"] = "0";
        environment["DOTNET_gcConcurrent"] = "0";
        environment["DOTNET_TieredPGO"] = "0";
        environment["DOTNET_GCHeapHardLimit"] = "0x6000000";
    }

    private static GuardReport TooLarge(int bytes) => new(
        new()
        {
            End = SandboxEnd.NotSetUp,
            FailedStep = SetUpStep.HandOver,
            FailedCause = string.Create(
                CultureInfo.InvariantCulture,
                $"arguments and environment take {bytes} bytes, at most {DescriptorMessages.MostBytes} are allowed"),
        },
        0,
        []);

    private static byte[] Framed(byte[] message) => [.. BitConverter.GetBytes(message.Length), .. message];

    /// <summary>Without its guard a program must not go on. The kernel ended the program itself, but not what that had started.</summary>
    private static void EndSession(int? session)
    {
        if (session is { } id)
        {
            while (ProcessTree.Of(id).Any())
            {
                ProcessTree.End(id);
            }
        }
    }

    private void Cancel()
    {
        try
        {
            _process.StandardInput.BaseStream.WriteByte(WorkerLine.Cancel);
            _process.StandardInput.BaseStream.Flush();
        }
        catch (IOException)
        {
            // It has just ended: what it said is read next.
            return;
        }
    }

    private async Task<byte[]?> NextAsync(CancellationToken cancellation)
    {
        var output = _process.StandardOutput.BaseStream;
        var length = new byte[4];
        if (await output.ReadAtLeastAsync(length, 4, throwOnEndOfStream: false, cancellation) < 4)
        {
            return null;
        }

        var message = new byte[BitConverter.ToInt32(length)];
        var read = await output.ReadAtLeastAsync(message, message.Length, throwOnEndOfStream: false, cancellation);
        return read < message.Length ? null : message;
    }

    /// <summary>What it said last, or how it ended: by a signal the code is above 128.</summary>
    private static string CauseOf(string errors, int exitCode) => (GuardFailure.Short(errors), exitCode) switch
    {
        ({ Length: > 0 } said, _) => said,
        (_, > 128) => $"it was ended by {Signals.Name(exitCode - 128)}",
        _ => string.Create(CultureInfo.InvariantCulture, $"it ended with exit code {exitCode}"),
    };

    private async Task<GuardReport> LostAsync()
    {
        await _process.WaitForExitAsync(CancellationToken.None);
        var errors = await _errors;
        var text = Encoding.UTF8.GetBytes(errors);
        var result = new SandboxResult
        {
            End = SandboxEnd.NotSetUp,
            FailedStep = SetUpStep.Guard,
            FailedCause = CauseOf(errors, _process.ExitCode),
            Log = text.AsMemory(0, Math.Min(text.Length, 4096)),
        };
        return new(result, 0, []);
    }
}
