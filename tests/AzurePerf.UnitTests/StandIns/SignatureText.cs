using System.Globalization;
using System.Reflection;

namespace AzurePerf.UnitTests.StandIns;

/// <summary>Declarations as a reader of C# would write them, without attributes and annotations of nullability.</summary>
internal static class SignatureText
{
    private static readonly Dictionary<Type, string> Keywords = new()
    {
        [typeof(bool)] = "bool",
        [typeof(byte)] = "byte",
        [typeof(double)] = "double",
        [typeof(int)] = "int",
        [typeof(long)] = "long",
        [typeof(object)] = "object",
        [typeof(string)] = "string",
        [typeof(void)] = "void",
    };

    public static string Heading(Type type)
    {
        string kind = type.IsEnum ? "enum" : type.IsInterface ? "interface" : type.IsSealed ? "sealed class" : "class";
        IEnumerable<string> bases = type.IsEnum
            ? []
            : type.GetInterfaces().Select(Name).Order(StringComparer.Ordinal);
        if (type is { IsClass: true, BaseType: { } parent } && parent != typeof(object))
        {
            bases = bases.Except(parent.GetInterfaces().Select(Name)).Prepend(Name(parent));
        }

        string[] all = [.. bases];
        return $"{kind} {type.FullName!.Replace('+', '.')}{(all.Length == 0 ? string.Empty : " : " + string.Join(", ", all))}";
    }

    public static string Constructor(ConstructorInfo constructor)
        => $"{constructor.DeclaringType!.Name}({Parameters(constructor.GetParameters())})";

    public static string Property(PropertyInfo property)
    {
        MethodInfo accessor = property.GetAccessors()[0];
        ParameterInfo[] index = property.GetIndexParameters();
        string name = index.Length == 0 ? property.Name : $"this[{Parameters(index)}]";
        string get = property.GetGetMethod() is null ? string.Empty : " get;";
        string set = property.GetSetMethod() is null ? string.Empty : " set;";
        return $"{Modifiers(accessor)}{Name(property.PropertyType)} {name} {{{get}{set} }}";
    }

    public static string Method(MethodInfo method)
    {
        Type[] arguments = method.GetGenericArguments();
        string generic = arguments.Length == 0 ? string.Empty : $"<{string.Join(", ", arguments.Select(Name))}>";
        return $"{Modifiers(method)}{Name(method.ReturnType)} {method.Name}{generic}({Parameters(method.GetParameters())})"
            + string.Concat(arguments.Select(Constraints));
    }

    private static string Modifiers(MethodInfo method)
    {
        if (method.IsStatic)
        {
            return "static ";
        }

        bool isVirtual = method is { IsVirtual: true, IsFinal: false } && !method.DeclaringType!.IsInterface;
        return !isVirtual ? string.Empty : method.GetBaseDefinition() == method ? "virtual " : "override ";
    }

    private static string Constraints(Type argument)
    {
        IEnumerable<string> parts = argument.GetGenericParameterConstraints().Select(Name);
        if (argument.GenericParameterAttributes.HasFlag(GenericParameterAttributes.ReferenceTypeConstraint))
        {
            parts = parts.Prepend("class");
        }

        if (argument.GenericParameterAttributes.HasFlag(GenericParameterAttributes.DefaultConstructorConstraint))
        {
            parts = parts.Append("new()");
        }

        string text = string.Join(", ", parts);
        return text.Length == 0 ? string.Empty : $" where {argument.Name} : {text}";
    }

    private static string Parameters(ParameterInfo[] parameters)
        => string.Join(", ", parameters.Select(p =>
            $"{(p.IsOut ? "out " : string.Empty)}{Name(p.ParameterType)} {p.Name}{(p.HasDefaultValue ? " = " + Default(p) : string.Empty)}"));

    private static string Default(ParameterInfo parameter)
    {
        Type type = parameter.ParameterType;
        return parameter.RawDefaultValue switch
        {
            null => type.IsValueType && Nullable.GetUnderlyingType(type) is null ? "default" : "null",
            object value when type.IsEnum => $"{Name(type)}.{Enum.GetName(type, value)}",
            object value => Convert.ToString(value, CultureInfo.InvariantCulture)!,
        };
    }

    private static string Name(Type type)
    {
        if (type.IsByRef)
        {
            return Name(type.GetElementType()!);
        }

        if (type.IsArray)
        {
            return Name(type.GetElementType()!) + "[]";
        }

        if (Nullable.GetUnderlyingType(type) is { } inner)
        {
            return Name(inner) + "?";
        }

        return Keywords.TryGetValue(type, out string? keyword) ? keyword
            : !type.IsGenericType ? type.Name
            : $"{type.Name[..type.Name.IndexOf('`', StringComparison.Ordinal)]}<{string.Join(", ", type.GetGenericArguments().Select(Name))}>";
    }
}
