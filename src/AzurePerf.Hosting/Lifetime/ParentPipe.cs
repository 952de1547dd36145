using System.Diagnostics.CodeAnalysis;
using AzurePerf.Core.Settings;
using Microsoft.Extensions.Configuration;

namespace AzurePerf.Hosting.Lifetime;

/// <summary>
/// A pipe that the parent process holds open for as long as it lives. The operating system closes it however the parent ends, kill -9
/// included, so a child that ends with it is never orphaned.
/// </summary>
internal sealed class ParentPipe(Func<Stream>? open, TimeProvider time, Action endHard) : IDisposable
{
    public const string Variable = "AZUREPERF_PARENT_PIPE";

    /// <summary>Time to end by itself after the pipe has closed.</summary>
    public static readonly TimeSpan Grace = TimeSpan.FromSeconds(15);

    private ITimer? _hardEnd;

    /// <summary>False for a host that no parent holds: it answers the terminal itself.</summary>
    public bool IsHeld => open is not null;

    /// <summary>Reads the setting that says whether there is such a pipe.</summary>
    /// <exception cref="SettingsException">The setting is neither absent nor "stdin".</exception>
    public static ParentPipe From(IConfiguration configuration, TimeProvider time) => configuration[Variable] switch
    {
        null or "" => new(null, time, EndHard),
        "stdin" => new(StandardInput, time, EndHard),
        _ => throw new SettingsException($"{Variable} must be stdin or absent"),
    };

    /// <summary>Calls back once when the pipe has ended; <see cref="Grace"/> later the process is ended if it still runs.</summary>
    public void Watch(Action ended, Action endingHard)
    {
        if (open is null)
        {
            return;
        }

        // Not a pool thread: a starved pool, which heavy load makes, must not keep the end from being seen.
        new Thread(() => ReadToEnd(open, ended, endingHard)) { IsBackground = true, Name = "parent pipe" }.Start();
    }

    public void Dispose() => _hardEnd?.Dispose();

    private void ReadToEnd(Func<Stream> open, Action ended, Action endingHard)
    {
        using var pipe = open();
        Span<byte> ignored = stackalloc byte[256];
        while (pipe.Read(ignored) > 0)
        {
        }

        _hardEnd = time.CreateTimer(_ => End(endingHard), null, Grace, Timeout.InfiniteTimeSpan);
        ended();
    }

    private void End(Action endingHard)
    {
        endingHard();
        endHard();
    }

    [SuppressMessage("ApiDesign", "RS0030", Justification = "The only portable way to the standard input; nothing is written")]
    private static Stream StandardInput() => Console.OpenStandardInput();

    /// <summary>Runs no handlers, which may be what hangs.</summary>
    private static void EndHard()
    {
        using var self = System.Diagnostics.Process.GetCurrentProcess();
        self.Kill();
    }
}
