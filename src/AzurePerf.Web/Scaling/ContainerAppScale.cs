using System.Text.Json.Nodes;
using Azure;
using Azure.Core;
using Azure.Identity;
using Azure.ResourceManager;
using Azure.ResourceManager.Resources;

namespace AzurePerf.Web.Scaling;

/// <summary>Changes how many replicas a container app has, by the resource manager's generic resource: nothing else of the app is
/// touched.</summary>
/// <param name="client">Signed in as the portal's identity.</param>
internal sealed class ContainerAppScale(Func<ArmClient> client)
{
    public const string Type = "Microsoft.App/containerApps";

    /// <summary>That of bicep/.</summary>
    public const string ApiVersion = "2025-07-01";

    private const string Unreachable = "the resource manager cannot be reached: try again in some minutes";

    /// <summary>For the client. It is told the version: it would ask the subscription for it, in which the portal has no role.</summary>
    public static ArmClientOptions Options()
    {
        var options = new ArmClientOptions();
        options.SetApiVersion(Type, ApiVersion);
        return options;
    }

    /// <exception cref="ScaleRefusedException">The resource manager refuses, or the app is not as it should be.</exception>
    public async Task ScaleAsync(string appId, int min, int max, CancellationToken cancellationToken)
    {
        try
        {
            var app = await client().GetGenericResource(new ResourceIdentifier(appId)).GetAsync(cancellationToken);
            await app.Value.UpdateAsync(WaitUntil.Started, Changed(app.Value.Data, min, max), cancellationToken);
        }
        catch (Exception failure) when (Reason(failure, appId, cancellationToken) is { } reason)
        {
            throw new ScaleRefusedException(reason);
        }
    }

    /// <summary>Why it could not be done and what to do; null for what is no failure of the resource manager or of the sign-in
    /// there, and for who asked and left.</summary>
    private static string? Reason(Exception failure, string appId, CancellationToken cancellationToken) => failure switch
    {
        // The client throws what all its tries met in one.
        AggregateException { InnerExceptions: [.., var last] } => Reason(last, appId, cancellationToken),
        AuthenticationFailedException =>
            "no sign-in for the resource manager could be had: check the identity of the portal, or try again in some minutes",
        RequestFailedException { Status: 0 } => Unreachable,

        // Nothing answers within the time that the client waits, behind a firewall that drops packets for instance.
        OperationCanceledException when !cancellationToken.IsCancellationRequested => Unreachable,
        RequestFailedException { Status: 409 or 429 or >= 500 } busy => $"{Answer(busy)}: try again in some minutes",
        RequestFailedException { Status: 401 or 403 or 404 } refusal =>
            $"{Answer(refusal)}: check that the identity of the portal may change {appId}",
        RequestFailedException other => Answer(other),
        _ => null,
    };

    private static string Answer(RequestFailedException failure) =>
        $"the resource manager answers {failure.Status} {failure.ErrorCode}".TrimEnd();

    /// <summary>The template as it is, with other limits: a part that were left out might be taken for removed.</summary>
    internal static GenericResourceData Changed(GenericResourceData app, int min, int max)
    {
        if (JsonNode.Parse(app.Properties.ToString())?["template"] is not JsonObject template || template["scale"] is not JsonObject scale)
        {
            throw new ScaleRefusedException("the app has no template with a scale: deploy it again");
        }

        scale["minReplicas"] = min;
        scale["maxReplicas"] = max;
        template.Remove("revisionSuffix");
        return new(app.Location)
        {
            Properties = BinaryData.FromString(new JsonObject { ["template"] = template.DeepClone() }.ToJsonString()),
        };
    }
}
