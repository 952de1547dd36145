using AzurePerf.Core.Settings;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;

namespace AzurePerf.Hosting.Telemetry;

/// <summary>Sends traces and metrics by OTLP where an address is given, under the names that OpenTelemetry gives such settings everywhere.</summary>
internal static class TelemetrySetup
{
    public const string EndpointVariable = "OTEL_EXPORTER_OTLP_ENDPOINT";
    public const string ProtocolVariable = "OTEL_EXPORTER_OTLP_PROTOCOL";

    public static void AddTelemetry(this WebApplicationBuilder builder)
    {
        if (Read(builder.Configuration) is { } address)
        {
            builder.Services.AddSingleton(address);

            // The first service: it stops last, when the others have said what they had to say.
            builder.Services.AddHostedService<TelemetryService>();
        }
    }

    /// <summary>Where telemetry goes; null for nowhere.</summary>
    /// <exception cref="SettingsException">A setting makes no sense.</exception>
    internal static TelemetryAddress? Read(IConfiguration configuration)
    {
        if (string.IsNullOrWhiteSpace(configuration[EndpointVariable]))
        {
            return null;
        }

        if (!Uri.TryCreate(configuration[EndpointVariable], UriKind.Absolute, out var uri) || uri.Scheme is not ("http" or "https"))
        {
            throw new SettingsException($"{EndpointVariable} must be an address such as http://collector:4318");
        }

        return new(uri, configuration[ProtocolVariable] switch
        {
            null or "" or "http/protobuf" => false,
            "grpc" => true,
            _ => throw new SettingsException($"{ProtocolVariable} must be http/protobuf or grpc"),
        });
    }
}
