using Microsoft.Extensions.Logging;

namespace AzurePerf.UnitTests.Web.Access;

/// <summary>Keeps what is logged, of every level.</summary>
internal sealed class RecordedLog<T> : ILogger<T>, ILoggerProvider
{
    private readonly List<string> _texts = [];

    public IReadOnlyList<string> Texts
    {
        get
        {
            lock (_texts)
            {
                return [.. _texts];
            }
        }
    }

    public ILogger CreateLogger(string categoryName) => this;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        lock (_texts)
        {
            _texts.Add(formatter(state, exception) + (exception is null ? "" : "\n" + exception));
        }
    }

    public void Dispose()
    {
    }
}
