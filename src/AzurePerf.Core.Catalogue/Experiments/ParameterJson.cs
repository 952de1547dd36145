using System.Collections;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace AzurePerf.Core.Experiments;

/// <summary>
/// Values of parameters as JSON, as <see cref="ExperimentJson.Options"/> would write them. Every host writes those of all experiments
/// when it starts, and the serializer would compile converters for each of their hundred types.
/// </summary>
internal static class ParameterJson
{
    /// <summary>A number, a text, a choice, or an array of them.</summary>
    /// <exception cref="NotSupportedException">It is none of these.</exception>
    public static JsonNode ToNode(object value) => Parse(writer => Write(writer, value))!;

    /// <summary>The properties of an object, each of which is a value or an array.</summary>
    /// <exception cref="NotSupportedException">One is neither.</exception>
    public static JsonObject ToObject(object parameters) => (JsonObject)Parse(writer =>
    {
        writer.WriteStartObject();
        foreach (var property in parameters.GetType().GetProperties())
        {
            writer.WritePropertyName(JsonNamingPolicy.CamelCase.ConvertName(property.Name));
            Write(writer, property.GetValue(parameters));
        }

        writer.WriteEndObject();
    })!;

    /// <summary>What was read asks for no type before somebody does: 1 is an int, a long and a double.</summary>
    private static JsonNode? Parse(Action<Utf8JsonWriter> write)
    {
        using var text = new MemoryStream();
        using (var writer = new Utf8JsonWriter(text))
        {
            write(writer);
        }

        return JsonNode.Parse(text.GetBuffer().AsSpan(0, (int)text.Length));
    }

    private static void Write(Utf8JsonWriter writer, object? value)
    {
        switch (value)
        {
            case string text:
                writer.WriteStringValue(text);
                break;
            case int number:
                writer.WriteNumberValue(number);
                break;
            case long number:
                writer.WriteNumberValue(number);
                break;
            case double number:
                writer.WriteNumberValue(number);
                break;
            case Enum choice:
                writer.WriteStringValue(JsonNamingPolicy.CamelCase.ConvertName(choice.ToString()));
                break;
            case IEnumerable values:
                writer.WriteStartArray();
                foreach (var one in values)
                {
                    Write(writer, one);
                }

                writer.WriteEndArray();
                break;
            default:
                throw new NotSupportedException($"a parameter cannot be a {value?.GetType().Name ?? "null"}");
        }
    }
}
