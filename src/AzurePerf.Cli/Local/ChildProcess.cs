using System.Diagnostics;
using System.Globalization;

namespace AzurePerf.Cli.Local;

/// <summary>
/// A process that cannot outlive this one: it runs until the pipe on its standard input ends, which the operating system sees to
/// however this process ends. What it prints is kept as a bounded tail and, where asked for, in a file.
/// </summary>
internal sealed class ChildProcess : IAsyncDisposable
{
    private readonly Process _process;
    private readonly Lock _sync = new();
    private readonly Action<string> _printed;
    private readonly TimeProvider _time;
    private readonly LogFile _log;

    private ChildProcess(string name, Process process, LogFile log, Action<string> printed, TimeProvider time)
    {
        (Name, _process, _log, _printed, _time) = (name, process, log, printed, time);
        ProcessId = process.Id;
        Exited = ObserveAsync();
    }

    public string Name { get; }

    public int ProcessId { get; }

    public OutputTail Tail { get; } = new();

    /// <summary>Completes, never fails, once the process has ended and all that it printed is read.</summary>
    public Task<ChildExit> Exited { get; }

    /// <summary>Starts the process with its three standard streams redirected.</summary>
    /// <param name="name">Name of the child in messages and of its log file.</param>
    /// <param name="start">File, arguments, environment and folder.</param>
    /// <param name="printed">Called with each line, from any thread, one at a time.</param>
    /// <param name="logsFolder">Where NAME.log is written, or null.</param>
    /// <exception cref="LocalStartException">The file cannot be executed, or the log not be written.</exception>
    public static ChildProcess Start(string name, ProcessStartInfo start, Action<string> printed, string? logsFolder, TimeProvider time)
    {
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        start.UseShellExecute = false;
        var log = LogFile.Open(name, logsFolder);
        try
        {
            return new(name, Process.Start(start)!, log, printed, time);
        }
        catch (System.ComponentModel.Win32Exception failure)
        {
            log.Dispose();
            throw new LocalStartException($"{name} cannot be started: {start.FileName}: {failure.Message}");
        }
    }

    /// <summary>Asks the process to end by closing its pipe, and kills it, and what it started, if it has not after the grace.</summary>
    public async Task<ChildExit> StopAsync(TimeSpan grace)
    {
        try
        {
            _process.StandardInput.Close();
            return await Exited.WaitAsync(grace, _time);
        }
        catch (TimeoutException)
        {
            _process.Kill(entireProcessTree: true);
            return await Exited;
        }
    }

    /// <summary>Kills at once: for a process that holds nothing worth an orderly end.</summary>
    public async ValueTask DisposeAsync()
    {
        if (!Exited.IsCompleted)
        {
            _process.Kill(entireProcessTree: true);
        }

        await Exited;
        _process.Dispose();
    }

    private async Task<ChildExit> ObserveAsync()
    {
        await Task.WhenAll(ReadAsync(_process.StandardOutput), ReadAsync(_process.StandardError));
        await _process.WaitForExitAsync();
        _log.Dispose();
        return new(Name, _process.ExitCode, Tail.EssentialLine());
    }

    private async Task ReadAsync(StreamReader output)
    {
        while (await output.ReadLineAsync() is { } line)
        {
            lock (_sync)
            {
                Tail.Add(line);
                Write(line);
                _printed(line);
            }
        }
    }

    /// <summary>A full disk ends the log but not the reading: a child whose pipe is not read stands still.</summary>
    private void Write(string line)
    {
        if (_log.Write(line) is { } failure)
        {
            Tail.Add($"{Name}.log ends here: {failure}");
        }
    }
}

/// <summary>How a child process ended.</summary>
/// <param name="Name">The child, such as "worker-1".</param>
/// <param name="ExitCode">128 + the signal's number after a signal.</param>
/// <param name="Reason">The most telling line it printed last, or empty.</param>
public sealed record ChildExit(string Name, int ExitCode, string Reason)
{
    private const int SignalBase = 128;
    private const int LastSignal = 31;

    /// <summary>What it printed last says nothing about a signal, which came from outside. Codes above are a program's own, and those of
    /// npm after an error: it ends with the negative number of a file system's error.</summary>
    public override string ToString() => ExitCode is > SignalBase and <= SignalBase + LastSignal && !OutputTail.IsNpmError(Reason)
        ? string.Create(CultureInfo.InvariantCulture, $"{Name} was ended by signal {ExitCode - SignalBase}")
        : string.Create(CultureInfo.InvariantCulture, $"{Name} ended with exit code {ExitCode}{(Reason.Length == 0 ? "" : ": " + Reason)}");
}
