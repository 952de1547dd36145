using AzurePerf.Core.Targets;
using AzurePerf.Storage.Requests;
using AzurePerf.Web;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace AzurePerf.Benchmarks.Portal;

/// <summary>The real web host inside this process, on a socket of the loopback interface.</summary>
internal sealed class PortalHost : IAsyncDisposable
{
    private readonly Factory _factory;

    private PortalHost(Factory factory)
    {
        _factory = factory;
        Client = factory.CreateClient();
        Requests = factory.Services.GetRequiredService<ControlRequests>();
    }

    public HttpClient Client { get; }

    /// <summary>What it sent to the control account.</summary>
    public ControlRequests Requests { get; }

    public IServiceProvider Services => _factory.Services;

    public Uri Address => Client.BaseAddress!;

    /// <param name="controlAccount">The connection string.</param>
    public static PortalHost Start(string controlAccount)
    {
        // The factory looks for the list of content roots in the current directory only.
        Directory.SetCurrentDirectory(AppContext.BaseDirectory);
        var factory = new Factory(controlAccount);
        factory.StartServer();
        return new(factory);
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await _factory.DisposeAsync();
    }

    private sealed class Factory : WebApplicationFactory<WebOptions>
    {
        private readonly string _controlAccount;

        public Factory(string controlAccount)
        {
            _controlAccount = controlAccount;
            UseKestrel(0);
        }

        protected override void ConfigureWebHost(IWebHostBuilder builder)
        {
            builder.UseSetting(StorageAccounts.ControlVariable, _controlAccount);
            builder.UseSetting("Targets:Names:0", "default");
            builder.ConfigureLogging(logs => logs.ClearProviders());
        }
    }
}
