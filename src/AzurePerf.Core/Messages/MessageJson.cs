using System.Text.Json.Serialization;

namespace AzurePerf.Core.Messages;

/// <summary>The JSON form of every queue message.</summary>
[JsonSourceGenerationOptions(DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(TaskMessage))]
[JsonSerializable(typeof(RunRequestMessage))]
[JsonSerializable(typeof(PoisonMessage))]
[JsonSerializable(typeof(ScaleInGuardMessage))]
internal sealed partial class MessageJson : JsonSerializerContext;
