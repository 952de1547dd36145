using System.Diagnostics;

namespace AzurePerf.Core.Tracing;

/// <summary>
/// The spans of the engine: one trace per run, from its submission over the queue to the TaskManager and on to the workers. Nothing is made
/// while nobody listens, and then no message and no row names a trace.
/// </summary>
public static class EngineTrace
{
    /// <summary>What a listener subscribes to.</summary>
    public const string Name = "AzurePerf.Engine";

    private static readonly ActivitySource Source = new(Name);

    /// <summary>The context of the span that is open here, as a W3C traceparent; null without one of ours.</summary>
    public static string? Current => Activity.Current is { Source.Name: Name } span ? span.Id : null;

    /// <summary>Opens a span that goes on where another process left off. Dispose of it to end it.</summary>
    /// <param name="name">Such as task.execute.</param>
    /// <param name="kind">On which side of a queue it is.</param>
    /// <param name="parent">As stored or received; one that is none begins a trace of its own.</param>
    public static Activity? Continue(string name, ActivityKind kind, string? parent) => Start(name, kind, Read(parent));

    /// <summary>
    /// Opens the first span of a run, below that of the web server's request where those are exported, and else in the caller's trace if
    /// the request brought one.
    /// </summary>
    public static Activity? Begin(string name) =>
        Start(name, ActivityKind.Producer, Activity.Current switch
        {
            { Recorded: true } exported => exported.Context,
            { HasRemoteParent: true } request => Read(request.ParentId),
            _ => default,
        });

    private static ActivityContext Read(string? text) =>
        ActivityContext.TryParse(text, null, isRemote: true, out var context) ? context : default;

    private static Activity? Start(string name, ActivityKind kind, ActivityContext parent)
    {
        if (!Source.HasListeners())
        {
            return null;
        }

        var around = Activity.Current;
        Activity.Current = null;
        var span = Source.StartActivity(name, kind, parent);
        if (span is null)
        {
            Activity.Current = around;
        }

        return span;
    }
}
