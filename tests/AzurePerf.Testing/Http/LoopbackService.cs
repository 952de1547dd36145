using System.Globalization;
using AzurePerf.Core.Targets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace AzurePerf.Testing.Http;

/// <summary>An HTTP service in this process that answers as it is told, over real connections: for what an emulator never does.</summary>
public sealed class LoopbackService : IAsyncDisposable
{
    private const string Key = "c2VjcmV0";

    private readonly WebApplication _application;

    private LoopbackService(WebApplication application) => _application = application;

    public StorageAccountAddress Address => AddressAt(Endpoint);

    public Uri Endpoint => new(_application.Urls.Single());

    public static StorageAccountAddress AddressAt(Uri endpoint) => StorageAccountAddress.Parse(string.Create(CultureInfo.InvariantCulture,
        $"AccountName=account;AccountKey={Key};BlobEndpoint={endpoint}account;QueueEndpoint={endpoint}account;TableEndpoint={endpoint}account"));

    public static async Task<LoopbackService> StartAsync(RequestDelegate answer, CancellationToken cancellationToken)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.WebHost.ConfigureKestrel((KestrelServerOptions options) => options.Limits.MaxRequestBodySize = null);
        var application = builder.Build();
        application.Run(answer);
        await application.StartAsync(cancellationToken);
        return new(application);
    }

    // Stopping is not awaited for requests that were left hanging.
    public async ValueTask DisposeAsync()
    {
        await _application.StopAsync(new CancellationToken(canceled: true));
        await _application.DisposeAsync();
    }
}
