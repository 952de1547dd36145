using Microsoft.Extensions.Logging;

namespace AzurePerf.Simulation.Processes;

/// <summary>What a process logs becomes part of the trace; its text is made only when the trace is read.</summary>
/// <param name="process">The process.</param>
/// <param name="trace">What happens.</param>
/// <param name="failed">Told of each error.</param>
internal sealed class TraceLogs(SimulatedProcess process, Trace trace, Action<SimulatedProcess, string> failed) : ILoggerFactory, ILogger
{
    public ILogger CreateLogger(string categoryName) => this;

    public void AddProvider(ILoggerProvider provider) => throw new NotSupportedException("a simulated process logs to the trace only");

    public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Warning;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        trace.Note(new Entry(Text));
        if (logLevel >= LogLevel.Error && process.State != ProcessState.Ended)
        {
            failed(process, Text());
        }

        string Text() => $"{process} logs: {formatter(state, exception)}{(exception is null ? "" : " " + exception.Message)}";
    }

    public void Dispose()
    {
    }

    private sealed record Entry(Func<string> Text)
    {
        public override string ToString() => Text();
    }
}
