using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Results.Disks;

/// <summary>What limited a disk in one direction.</summary>
/// <param name="Levels">What the tests that it follows from have in common.</param>
/// <param name="Cap">What limits it.</param>
/// <param name="Text">From which figures that follows.</param>
public sealed record DiskVerdict([property: JsonPropertyName("configuration")] JsonObject Levels, DiskCap Cap, string Text);
