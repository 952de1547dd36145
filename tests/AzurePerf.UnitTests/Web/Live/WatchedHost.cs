using AzurePerf.Storage;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.Web.Live;
using Microsoft.Extensions.DependencyInjection;

namespace AzurePerf.UnitTests.Web.Live;

/// <summary>A web host with a time of its own over the control plane of another, whose requests to one table are counted.</summary>
internal sealed class WatchedHost : IAsyncDisposable
{
    private readonly RequestCountingRows _rows;
    private readonly WebUnderTest _web;

    public WatchedHost(InMemoryControlPlane control, params (string Name, string Value)[] settings)
        : this(control, ControlNames.EventsTable, settings)
    {
    }

    /// <param name="counted">The table.</param>
    public WatchedHost(InMemoryControlPlane control, string counted, params (string Name, string Value)[] settings)
    {
        _rows = new(control.Rows, counted);
        var plane = control.AsControlPlane();
        _web = new(
            services => services.AddSingleton<TimeProvider>(Clock.Time).AddSingleton(new ControlPlane
            {
                Rows = _rows,
                RunRequests = plane.RunRequests,
                RunRequestPoison = plane.RunRequestPoison,
                MeasureTasks = plane.MeasureTasks,
                MeasurePoison = plane.MeasurePoison,
                BagTasks = plane.BagTasks,
                BagPoison = plane.BagPoison,
                PeerTasks = plane.PeerTasks,
                PeerPoison = plane.PeerPoison,
                Results = plane.Results,
                Products = plane.Products,
                Programs = plane.Programs,
            }),
            null,
            settings);
    }

    public SteppedTime Clock { get; } = new(RunFeed.Interval);

    public WebUnderTest Web => _web;

    public HttpClient Client => _web.Client;

    public int Readings => _rows.Requests;

    public IServiceProvider Services => _web.Services;

    public RunFeeds Feeds => _web.Services.GetRequiredService<RunFeeds>();

    public ValueTask DisposeAsync() => _web.DisposeAsync();
}
