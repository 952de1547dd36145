using System.Globalization;

namespace AzurePerf.Sandbox.Programs;

/// <summary>Signals that say why a program ended.</summary>
internal static class Signals
{
    public const int Kill = 9;
    public const int Continue = 18;
    public const int Stop = 19;
    public const int ProcessorTime = 24;
    public const int FileSize = 25;
    public const int BadSystemCall = 31;

    public static string Name(int signal) => signal switch
    {
        4 => "SIGILL",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        Kill => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        ProcessorTime => "SIGXCPU",
        FileSize => "SIGXFSZ",
        BadSystemCall => "SIGSYS",
        _ => string.Create(CultureInfo.InvariantCulture, $"signal {signal}"),
    };
}
